"""`scipy.linalg` in compiled derivatives: the values are SciPy's."""

import numpy as np
import pytest

scipy_linalg = pytest.importorskip("scipy.linalg")

from s2sad.rules import compiled_linalg  # noqa: E402
from s2sad.rules.book import rules_in  # noqa: E402

RULES = rules_in(compiled_linalg)
A = np.array([[0.2, 0.3, -0.5], [0.7, -1.5, 0.2], [-3.1, 0.6, 3.0]])
S = A @ A.T


@pytest.mark.parametrize("rule", RULES, ids=[rule.name for rule in RULES])
def test_values(rule):
    assert rule.compiled
    for sample in rule.at:
        for function in rule.functions:
            wanted = function(*sample.args, **sample.kwargs)
            assert rule.define(*sample.args, **sample.kwargs) == pytest.approx(wanted, rel=1e-11)


@pytest.mark.parametrize("trans", [0, 1])
def test_pivots(trans):
    lu, pivots = compiled_linalg.lu_factor.define(A)
    wanted, order = scipy_linalg.lu_factor(A)
    assert lu == pytest.approx(wanted)
    assert list(pivots) == list(order)
    assert compiled_linalg.lu_solve.define((lu, pivots), A[0], trans) == pytest.approx(
        np.linalg.solve(A.T if trans else A, A[0])
    )


@pytest.mark.parametrize("lower", [True, False])
def test_both_triangles_of_factors(lower):
    asymmetric = S + 0.1 * np.triu(A, 1)
    triangle = np.tril if lower else np.triu  # newer versions of SciPy clear the other one
    assert triangle(compiled_linalg.cho_factor.define(asymmetric, lower)[0]) == pytest.approx(
        triangle(scipy_linalg.cho_factor(asymmetric, lower)[0])
    )
    assert compiled_linalg.eigh.define(asymmetric, lower=lower, eigvals_only=True) == pytest.approx(
        scipy_linalg.eigvalsh(asymmetric, lower=lower)
    )
