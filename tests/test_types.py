"""Types that are given as text, in the place of annotations."""

import numpy as np
import pytest

import s2sad
from s2sad.arguments import annotated_kind, is_known_type
from s2sad.ir import kinds as K


def squares(A, n=2):
    return np.sum(A * A) * n


@pytest.mark.parametrize(
    "text, kind",
    [
        ("float64[:,:]", K.array_kind(K.FLOAT, 2)),
        ("float32[:]", K.array_kind(K.FLOAT, 1)),
        ("np.float64[:, :, :]", K.array_kind(K.FLOAT, 3)),
        ("complex128[:]", K.array_kind(K.COMPLEX, 1)),
        ("int64[:]", K.array_kind(K.INT, 1)),
        ("np.ndarray", K.array_kind(K.FLOAT, None)),
        ("list[float]", K.list_kind(K.FLOAT)),
        ("int", K.INT),
    ],
)
def test_kinds_of_types(text, kind):
    assert annotated_kind(text) == kind
    assert is_known_type(text)


@pytest.mark.parametrize(
    "text", ["", "matrix", "list[matrix]", "float64[0]", "float64[:", "dict[str, float]"]
)
def test_types_that_are_not_known(text):
    assert not is_known_type(text)


def test_emit_takes_types():
    text = s2sad.emit(squares, types={"A": "float64[:,:]", "n": "int"})
    assert "def squares_grad(A, n=2):" in text
    assert text != s2sad.emit(squares)
    with pytest.raises(
        s2sad.ArgumentIndexError, match="squares has no parameter 'B'.*\n.*the parameters are A, n"
    ):
        s2sad.emit(squares, types={"B": "float"})


def test_views_take_types():
    assert "np.sum" in str(s2sad.beside(squares, types={"A": "float64[:,:]"}))
    table = s2sad.explain(squares, types={"A": "float64[:,:]"}).table
    assert "A * A" in str(table)
