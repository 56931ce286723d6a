"""What derivatives of SciPy's functions need, against these functions."""

import numpy as np
import pytest

from s2sad.runtime.scipy_helpers import placed, probability, shares_of, standard

special = pytest.importorskip("scipy.special")


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_shares_of_exponentials(axis):
    a = np.array([[0.3, 1000.0, -np.inf], [1.0, 2.0, 3.0]])
    found = shares_of(a, special.logsumexp(a, axis=axis), axis, False)
    assert found == pytest.approx(special.softmax(a, axis=axis))


def test_where_there_is_nothing_shares_are_zero():
    a = np.full(2, -np.inf)
    assert shares_of(a, special.logsumexp(a), None, False).tolist() == [0.0, 0.0]


def test_places_and_their_standard_ones():
    assert (
        standard([1, 4], 2, 2.0).tolist() == [-0.5, 1.0] and placed(standard(7.0, 1.0, 3.0), 1.0, 3.0) == 7.0
    )
    assert np.isnan(standard(1.0, 0.0, [-1.0, 0.0])).all() and np.isnan(placed(1.0, 0.0, 0.0))
    assert standard(np.float32(1), 0, 1).dtype == np.float64


def test_probabilities():
    found = probability([0.0, 0.3, 1.0, -0.1, 1.1, np.nan])
    assert found[:3].tolist() == [0.0, 0.3, 1.0] and np.isnan(found[3:]).all()
