"""Annotations that are texts: what they mean, and that nothing runs."""

import typing

import numpy as np
import pytest

from s2sad.annotation_texts import ArrayOf, Unresolved, resolved
from s2sad.ir import kinds as K

RAN = []


class Running:
    @property
    def part(self):
        RAN.append("part")
        return float

    def __class_getitem__(cls, item):
        RAN.append("item")
        return float

    def __or__(self, other):
        RAN.append("or")
        return float


class Plain:
    inner = int


NAMES = {"Plain": Plain, "running": Running(), "Running": Running}


@pytest.mark.parametrize(
    "text, meaning",
    [
        ("float", float),
        ("list[float]", list[float]),
        ("dict[str, list[int]]", dict[str, list[int]]),
        ("Optional[Plain]", Plain | None),
        ("Plain | None", Plain | None),
        ("Plain.inner", int),
        ("np.ndarray", np.ndarray),
        ("tuple[float, ...]", tuple[float, ...]),
        ("None", None),
    ],
)
def test_what_they_mean(text, meaning):
    assert resolved(text, NAMES) == meaning


@pytest.mark.parametrize(
    "text, item, lengths",
    [
        ("float64[:, :]", K.FLOAT, (None, None)),
        ("np.int32[n]", K.INT, ("n",)),
        ("complex128[n, 3, :]", K.COMPLEX, ("n", 3, None)),
        ("bool[:]", K.BOOL, (None,)),
        ("float[m,]", K.FLOAT, ("m",)),
    ],
)
def test_arrays(text, item, lengths):
    found = resolved(text, NAMES)
    assert isinstance(found, ArrayOf) and found.lengths == lengths
    assert found.kind == K.array_kind(item, len(lengths))
    with pytest.raises(TypeError):
        found()


def test_arrays_within_others():
    assert typing.get_args(resolved("list[float64[n]]", NAMES))[0].lengths == ("n",)


@pytest.mark.parametrize(
    "text", ["launch()", "nothing", "Plain.nothing", "1 + 1", "running.part", "(", "float[0]"]
)
def test_what_is_not_resolved(text):
    RAN.clear()
    with pytest.raises(Unresolved):
        resolved(text, NAMES)
    assert RAN == []
