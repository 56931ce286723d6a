"""What is freed stays with the process, as far as the user hasn't said otherwise."""

import os
import subprocess
import sys

import pytest

from s2sad.loops.freed_memory import DEFAULT, megabytes, tell


class Library:
    """A C library that writes down what it is told."""

    def __init__(self, is_gnu):
        self.told = {}
        if is_gnu:
            self.gnu_get_libc_version = None

    def mallopt(self, which, value):
        self.told[which] = value


def test_the_default():
    assert megabytes({}) == DEFAULT


@pytest.mark.parametrize(
    "environment",
    [
        {"S2SAD_FREED_MEMORY": "0"},
        {"MALLOC_TRIM_THRESHOLD_": "1000000"},
        {"MALLOC_MMAP_THRESHOLD_": "1000000"},
        {"GLIBC_TUNABLES": "glibc.malloc.trim_threshold=1000"},
    ],
)
def test_what_the_user_has_set_stays(environment):
    assert megabytes(environment) == 0


def test_a_limit_of_the_users():
    assert megabytes({"S2SAD_FREED_MEMORY": "100", "MALLOC_TRIM_THRESHOLD_": "1"}) == 100


def test_no_more_than_the_library_takes():
    assert megabytes({"S2SAD_FREED_MEMORY": "100000"}) << 20 < 2**31


def test_both_thresholds():
    library = Library(is_gnu=True)
    tell(library, 1000)
    assert library.told == {-3: 1000, -1: 1000}


def test_another_library():
    library = Library(is_gnu=False)
    tell(library, 1000)
    assert not library.told


_PROGRAM = """
import resource
import numpy as np
from s2sad.loops.freed_memory import keep_freed_memory
keep_freed_memory()
for _ in range(3):
    a = np.empty(10_000_000)
    a[:] = 1.0
    del a
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
a = np.empty(10_000_000)
a[:] = 1.0
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives memory back like this")
def test_pages_are_used_again():
    faults = {}
    for size in ("0", "256"):
        environment = {**os.environ, "S2SAD_FREED_MEMORY": size, "NUMPY_MADVISE_HUGEPAGE": "0"}
        found = subprocess.run(
            [sys.executable, "-c", _PROGRAM], env=environment, capture_output=True, text=True, check=True
        )
        faults[size] = int(found.stdout)
    assert faults["256"] < faults["0"] / 10
