"""The kinds that annotations tell of, and types given as text in their place."""

from __future__ import annotations

import enum
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypedDict, Union

import numpy as np
import numpy.typing as npt
import pytest

import s2sad
from s2sad.annotations import annotated_kind, annotated_kinds, kind_of_text
from s2sad.ir import kinds as K

ARRAY = K.array_kind(K.FLOAT, None)
Scalar = typing.NewType("Scalar", float)
Number = typing.TypeVar("Number", float, np.ndarray)


@dataclass
class Spring:
    stiffness: float
    damping: float
    steps: int = 10


class Point(NamedTuple):
    x: float
    y: float


class Settings(TypedDict):
    rate: float
    weights: np.ndarray


class Kind(enum.Enum):
    SOFT = 1


class Other:
    pass


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        (float, K.FLOAT),
        (np.float32, K.FLOAT),
        (np.integer, K.INT),
        (bool, K.BOOL),
        (np.ndarray, ARRAY),
        (npt.ArrayLike, ARRAY),
        (np.ndarray[tuple[int, int], np.dtype[np.float64]], K.array_kind(K.FLOAT, 2)),
        (npt.NDArray[np.complex128], K.array_kind(K.COMPLEX, None)),
        ("Optional[float]", K.FLOAT),
        ("List[Dict[str, float]]", K.list_kind(K.dict_kind(K.FLOAT))),
        (float | None, K.FLOAT),
        (Union[float, np.ndarray], ARRAY),
        (Union[list[float], np.ndarray], ARRAY),
        (list[list[float]], K.list_kind(K.list_kind(K.FLOAT))),
        (Iterable[np.ndarray], K.list_kind(ARRAY)),
        (tuple[float, int], K.tuple_kind((K.FLOAT, K.INT))),
        (tuple[float, ...], K.Kind("tuple", K.FLOAT)),
        (dict[str, np.ndarray], K.dict_kind(ARRAY)),
        (Mapping[str, float], K.dict_kind(K.FLOAT)),
        (Literal["a", "b"], K.TEXT),
        (Scalar, K.FLOAT),
        (Number, ARRAY),
        (Point, K.tuple_kind((K.FLOAT, K.FLOAT), Point)),
        (Spring, K.tuple_kind((K.FLOAT, K.FLOAT, K.INT), Spring)),
        (Settings, K.known_dict_kind(("rate", "weights"), (K.FLOAT, ARRAY))),
        (Kind, K.OBJECT),
        (Other, K.OBJECT),
        (Callable[[float], float], K.FUNCTION),
        (Any, K.FLOAT),
        ("a name that nobody knows", K.FLOAT),
        ("nowhere.NDArray[float]", ARRAY),
    ],
)
def test_kinds_of_annotations(annotation, kind):
    assert annotated_kind(annotation) == kind


def along(path: tuple[Spring, Point], values: dict[str, Spring], of: list[Point]) -> float:
    return path[0].stiffness


def test_annotations_that_are_text_are_read_in_their_module():
    spring, point = annotated_kind(Spring), annotated_kind(Point)
    kinds = dict(annotated_kinds(along))
    assert kinds == {
        "path": K.tuple_kind((spring, point)),
        "values": K.dict_kind(spring),
        "of": K.list_kind(point),
    }


@pytest.mark.parametrize(
    "text, kind",
    [
        ("float64[:,:]", K.array_kind(K.FLOAT, 2)),
        ("float32[:]", K.array_kind(K.FLOAT, 1)),
        ("float[:]", K.array_kind(K.FLOAT, 1)),
        ("np.float64[:, :, :]", K.array_kind(K.FLOAT, 3)),
        ("complex128[:]", K.array_kind(K.COMPLEX, 1)),
        ("int64[:]", K.array_kind(K.INT, 1)),
        ("np.ndarray", ARRAY),
        ("list[float]", K.list_kind(K.FLOAT)),
        ("list[float64[:]]", K.list_kind(K.array_kind(K.FLOAT, 1))),
        ("Optional[float64[:]]", K.array_kind(K.FLOAT, 1)),
        ("dict[str, float64[:, :]]", K.dict_kind(K.array_kind(K.FLOAT, 2))),
        ("tuple[float, int]", K.tuple_kind((K.FLOAT, K.INT))),
        ("int", K.INT),
    ],
)
def test_kinds_of_types(text, kind):
    assert kind_of_text(text) == kind


@pytest.mark.parametrize("text", ["", "matrix", "list[matrix]", "float64[0]", "float64[:", "1.0", "1 / 0"])
def test_types_that_are_not_known(text):
    with pytest.raises(s2sad.UnsupportedValue, match="is not a known type"):
        kind_of_text(text)


def squares(A, n=2):
    return np.sum(A * A) * n


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


# -------------------------------------------------------------------------- what is emitted is right, or refused


def run(text, name):
    scope: dict[str, Any] = {}
    exec(compile(text, name, "exec"), scope)
    return scope[name]


def weighted(params: dict[str, np.ndarray], x: np.ndarray) -> float:
    return np.sum(np.tanh(x @ params["w"] + params["b"]) ** 2)


def loose(params: dict, x: np.ndarray) -> float:
    return np.sum(np.tanh(x @ params["w"] + params["b"]) ** 2)


@pytest.mark.parametrize("function", [weighted, loose])
def test_a_dict_of_arrays(function):
    random = np.random.default_rng(3)
    params = {"w": random.normal(size=(3, 2)), "b": random.normal(size=2)}
    x = random.normal(size=(4, 3))
    emitted = run(s2sad.emit(function, standalone=True), f"{function.__name__}_grad")
    expected = s2sad.grad(function, (0, 1))(params, x)
    found = emitted(params, x)
    assert np.allclose(found[1], expected[1])
    for key in params:
        assert found[0][key].shape == params[key].shape
        assert np.allclose(found[0][key], expected[0][key])


def summed(x: Union[float, np.ndarray], y: npt.ArrayLike, n: int = 3) -> float:
    return np.sum(x * y) * n


def test_what_may_be_an_array():
    emitted = run(s2sad.emit(summed, standalone=True), "summed_grad")
    y = np.array([1.0, 2.0, 4.0])
    assert np.allclose(emitted(2.0, y)[0], 21.0)
    assert np.allclose(emitted(y, y)[0], 3 * y)


def first(x):
    return x[0] * 2.0


def sliced(x: float):
    return np.sum(x[1:] ** 2)


def unpacked(x):
    a, b = x
    return a * b


def product(x, A):
    return np.sum(A @ x)


def stiffness(p, x):
    total = 0.0
    for _ in range(3):
        total += p.k * x
    return total


def written(x):
    x[0] = 1.0
    return x


def measured(x):
    return len(x) * 2.0


def helped(x):
    return first(x)


@pytest.mark.parametrize(
    ("function", "use"),
    [
        (first, "`x` is indexed, but was taken for a float because it has no annotation"),
        (sliced, "`x` is indexed, but was taken for a float because the annotations say so"),
        (unpacked, "`x` is unpacked, but was taken for a float because it has no annotation"),
        (written, "`x` is indexed, but was taken for a float because it has no annotation"),
        (helped, "`x` is indexed, but was taken for a float because it has no annotation"),
        (measured, "has its length taken"),
        (product, "is multiplied with `@`"),
        (stiffness, "is asked for its attribute `k`"),
    ],
)
def test_a_number_that_is_none_is_refused(function, use):
    with pytest.raises(s2sad.UnsupportedValue, match=use + ".*\n(.*\n)*.*annotate what is passed"):
        s2sad.emit(function)


def test_the_way_out():
    emitted = run(s2sad.emit(sliced, types={"x": "float64[:]"}), "sliced_grad")
    assert np.array_equal(emitted(np.array([1.0, 2.0, 3.0])), [0.0, 4.0, 6.0])


def test_a_call_tells_the_kinds_itself():
    assert np.array_equal(s2sad.grad(sliced)(np.array([1.0, 2.0, 3.0])), [0.0, 4.0, 6.0])
    with pytest.raises(TypeError):
        s2sad.grad(first)(1.0)


def steered(f: Callable[[float], float], x: float) -> float:
    return f(x)


def test_a_parameter_that_is_a_function_is_refused():
    with pytest.raises(s2sad.UnsupportedValue, match="the parameter 'f' is a function"):
        s2sad.emit(steered)


def chosen(kind: Kind, other: Other, x: float) -> float:
    return x * x if kind is Kind.SOFT else x


def test_other_objects_are_not_differentiated():
    text = s2sad.emit(chosen)
    assert "def chosen_grad(kind, other, x):" in text
    assert "return" in text and "," not in text.rpartition("return")[2]
    with pytest.raises(s2sad.NotANumber, match="argument 'kind' is an object"):
        s2sad.emit(chosen, argnums="kind")
