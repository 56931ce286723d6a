"""Products that only the lengths are asked of aren't computed; others are."""

import numpy as np

from s2sad.loops.unread_products import without_unread_products
from s2sad.transform.dead import remove_dead
from tests.loops.passes import MATRIX, passed, value_of

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])

LIKE_A_PRODUCT = """function f(a)
    b = getattr a 'T'
    p = matmul {factors}
    t = np.zeros_like p
    return t
"""


def changed(factors):
    return passed(
        LIKE_A_PRODUCT.format(factors=factors),
        (MATRIX,),
        lambda function, arrays, names: remove_dead(without_unread_products(function, arrays, names)),
    )


def test_the_lengths_of_a_product():
    made = changed("a b")
    assert "matmul" not in made and "np.zeros shape" in made
    np.testing.assert_array_equal(value_of(made, A), np.zeros((2, 2)))


def test_a_product_of_matrices_that_may_not_fit_is_computed():
    assert "matmul a a" in changed("a a")
