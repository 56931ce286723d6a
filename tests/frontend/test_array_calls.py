"""Calls of NumPy's that write into an array, or say in another form what they do."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

X = np.array([0.5, -1.5, 2.0])


def into_an_array(x):
    y = np.zeros(3)
    np.multiply(x, 2.0, out=y)
    np.sqrt(np.abs(y), y)
    return y


def where_a_mask_says(x):
    y = np.ones(3)
    np.square(x, out=y, where=x > 0)
    return y


def into_a_tuple(x):
    y = np.zeros(3)
    np.exp(x, out=(y,))
    return y


def into_one_that_another_name_has(x):
    y = np.zeros(3)
    z = y
    np.cumsum(x, out=y)
    return z * 2.0


def into_an_array_by_place(x):
    y = 2.0 * x
    np.clip(y, -2.0, 3.0, y)
    return y * y


def along_an_axis_by_place(x):
    y = np.concatenate([x, 2.0 * x], 0)
    return y * y


def test_what_comes_after_arguments_without_names_has_its_place(same):
    made = same(along_an_axis_by_place, (X,), (-X,))
    assert "store" not in made.outline.split()


@pytest.mark.parametrize(
    "f",
    [
        into_an_array,
        where_a_mask_says,
        into_a_tuple,
        into_one_that_another_name_has,
        into_an_array_by_place,
    ],
)
def test_what_is_computed_is_stored(same, f):
    made = same(f, (X,), (-X,))
    assert "store" in made.outline.split()


def test_a_mask_chooses_between_the_result_and_what_was_there(same):
    outline = same(where_a_mask_says, (X,)).outline
    assert outline.index("square") < outline.index("where") < outline.index("store")


def test_a_mask_without_an_array_is_refused(refused):
    def uninitialized(x):
        return np.sqrt(x, where=x > 0)

    assert "uninitialized" in str(refused(uninitialized, "np.sqrt", X))


def test_what_isnt_an_array_is_refused(lowered):
    def into_a_list(x):
        y = [0.0, 0.0, 0.0]
        np.exp(x, out=y)
        return y

    with pytest.raises(DifferentiationError, match="isn't known to be an array"):
        lowered(into_a_list, X)


def test_subscripts_in_lists_are_a_text(same):
    def products(x):
        a = np.outer(x, x)
        return np.einsum(a, [0, 1], x, [1], [0]) + np.einsum(a, [0, 0], [0])

    made = same(products, (X,))
    texts = [entry.args[0].value for entry in made.module.main.body.entries if "einsum" in str(entry.fn)]
    assert [text.replace(" ", "") for text in texts] == ["AB,B->A", "AA->A"]


def test_every_occurrence_of_an_index_counts(same):
    def scattered(x):
        y = np.zeros(3)
        np.add.at(y, [0, 2, 0], x)
        return y

    made = same(scattered, (X,))
    np.testing.assert_array_equal(made.run(X), [X[0] + X[2], 0.0, X[1]])


def like_another(x, y):
    return np.sum((np.ones(list(x.shape)) * x) ** 2) + np.sum(x) + np.sum(np.full(list(y.shape), 0.5) * y)


def of_several_lengths(x, y):
    return (
        np.sum((np.ones([len(x)]) * x) ** 2) + np.sum(np.tile(x, [2, 1, 1]) * x) + np.sum(np.indices([2]) * x)
    )


def of_an_array(x, y):
    return np.sum((np.ones(np.array([len(x)])) * x) ** 2) + np.sum(np.ones(np.array(y.shape)) * y**2)


def that_changes(x, y):
    shape = [2, 2]
    shape.append(2)
    whole = np.zeros(shape) + y
    shape.append(1)
    return np.sum(whole * (np.ones(shape) * x[0]).reshape(shape[:3]))


def that_tells_the_rank(x, y):
    whole = np.zeros([len(x), 2])
    row = whole[0]
    row += x
    pairs = y.reshape([4, 2])[1:]
    pairs[0] *= x
    column = np.full([2, 1], x[0])
    column[0] += np.zeros(shape=[1], dtype=float) + x[1]
    return np.sum(whole**2) + np.sum(y**2 * x) + np.sum(np.reshape(x, [1, -1]) * column)


@pytest.mark.parametrize(
    "f", [like_another, of_several_lengths, of_an_array, that_changes, that_tells_the_rank]
)
def test_shapes_that_are_lists(f):
    x, y = np.array([0.3, 0.2]), np.arange(1.0, 9.0).reshape(2, 2, 2)
    s2sad.check_grads(f, (x, y))
    s2sad.check_grads(f, (x, y), argnums=0)
    assert s2sad.grad(f)(x, y).shape == x.shape


def test_no_array_by_its_place_is_none():
    s2sad.check_grads(lambda x: np.sum(np.clip(x, -1.0, 1.0, None) * x), (X,))


def joined_and_written(x):
    y = np.concatenate([[x[0] * 2.0], x])
    for i in range(1, len(y)):
        y[i] += 0.5 * y[i - 1]
    z = np.concatenate((x, [x.mean(), 1.0], ()), axis=0) + np.concatenate([[v * v for v in x], [0.0, x[1]]])
    z[:-1] *= y[0]
    rows = np.vstack([[1.0, x[0], x[1]], x])
    rows[1] = rows[0] * x[2]
    return np.sum(y**2) + np.sum(z**2) + np.sum(rows**3)


def test_lists_that_are_joined_with_arrays_are_arrays(same):
    made = same(joined_and_written, (X,), (-X,))
    assert made.outline.split().count("store") == 2
