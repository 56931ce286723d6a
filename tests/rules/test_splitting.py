"""np.split and its relatives: parts of every length, and NumPy's own errors where there are none."""

import numpy as np
import pytest

import s2sad

SPLITS = {
    np.split: [(5,), (6,), (6, 4)],
    np.array_split: [(5,), (7, 4)],
    np.hsplit: [(5,), (4, 6)],
    np.vsplit: [(5, 2), (6, 2), (6,)],
    np.dsplit: [(2, 2, 5), (2, 2, 6), (2, 6)],
}
SECTIONS = [1, 2, 3, 9, 0, -1, 2.0, [2], [1, 3], [4, 2], [-1], (1, 9), np.int64(2), np.array([2, 4])]
CASES = [
    (split, shape, k) for split, shapes in SPLITS.items() for shape in shapes for k in range(len(SECTIONS))
]


def made(split, sections):
    def function(a):
        total = 0.0
        for number, part in enumerate(split(a, sections)):
            total = total + (number + 1.0) * np.sum(part * part)
        return total

    return function


def weights(split, shape, sections):
    """The number of the part that each item is in; items may be in several."""
    counts = np.zeros(shape)
    places = np.arange(counts.size).reshape(shape)
    for number, part in enumerate(split(places, sections)):
        counts.ravel()[part.ravel()] += number + 1.0
    return counts


@pytest.mark.parametrize("split, shape, k", CASES)
def test_as_numpy(split, shape, k):
    function = made(split, SECTIONS[k])
    a = np.linspace(-0.7, 1.3, int(np.prod(shape))).reshape(shape)
    try:
        value = function(a)
    except (ValueError, ZeroDivisionError) as error:
        for derivative in (s2sad.grad(function), lambda a: s2sad.jvp(function, (a,), (a,))):
            with pytest.raises(type(error)) as found:
                derivative(a)
            assert str(found.value).splitlines()[0] == str(error)
        return
    wanted = 2.0 * weights(split, shape, SECTIONS[k]) * a
    np.testing.assert_allclose(s2sad.grad(function)(a), wanted, rtol=1e-12, atol=1e-12)
    found = s2sad.jvp(function, (a,), (np.ones(shape),))
    np.testing.assert_allclose(found, (value, np.sum(wanted)), rtol=1e-10, atol=1e-10)
