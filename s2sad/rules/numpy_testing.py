"""`numpy.testing`: what is asserted of values is asserted of them in the derivative as well, and has none itself."""

import numpy as np

from s2sad.rules.declare import nondifferentiable, present

ASSERTIONS = nondifferentiable(
    "other",
    *present(
        np.testing,
        "assert_ assert_allclose assert_almost_equal assert_approx_equal assert_array_almost_equal assert_array_equal "
        "assert_array_less assert_equal",
    ),
)
