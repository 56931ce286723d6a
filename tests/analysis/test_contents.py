"""Of which variables an entry reads what they hold."""

import numpy as np
import pytest

from s2sad.analysis.contents import contents_read
from s2sad.ir.parser import parse_function
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.shaping import numbers_like, real_like

SCOPE = {"np": np, "unbroadcast": unbroadcast, "real_like": real_like, "numbers_like": numbers_like}


@pytest.mark.parametrize(
    "line, read",
    [
        ("t = mul u w", "u w"),
        ("t = np.zeros_like u", ""),
        ("t = np.shape u", ""),
        ("t = len u", ""),
        ("t = shadow_of u", ""),
        ("t = zeros_like u", ""),
        ("t = getattr u 'shape'", ""),
        ("t = getattr u 'dtype'", ""),
        ("t = getattr u 'T'", "u"),
        ("t = unbroadcast u w", "u"),
        ("t = real_like u w", "u"),
        ("t = numbers_like u w", "u"),
        ("t = adjoint_of u w", "u"),
        ("t = np.sum u axis=w", "u w"),
        ("store u 0 w", "u w"),
    ],
)
def test_what_an_entry_reads(line, read):
    entry = parse_function(f"function f(u, w)\n    {line}\n    return u\n", SCOPE).body.entries[0]
    names = [atom.name for atom in contents_read(entry) if hasattr(atom, "name")]
    assert sorted(set(names)) == read.split()


def test_a_branch_reads_what_it_asks_for():
    text = "function f(u, w)\n    if u\n        t = np.shape w\n    return u\n"
    (branch,) = parse_function(text, SCOPE).body.entries
    assert "u" in [atom.name for atom in contents_read(branch) if hasattr(atom, "name")]
