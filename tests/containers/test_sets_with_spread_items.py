"""Sets of what isn't active, into which other containers are spread."""

import pytest

import s2sad


def counted(x, keys):
    return x * x * len({*keys, 3}) + x * len({*keys, *(4, 5)})


def active(x):
    return len({*[x], 2.0}) * x


def test_spread_items():
    assert s2sad.grad(counted)(2.0, [1, 1, 2]) == 2.0 * 2.0 * 3 + 4


def test_active_items_are_refused():
    with pytest.raises(s2sad.UnsupportedSyntax, match="set of active values"):
        s2sad.grad(active)(2.0)
