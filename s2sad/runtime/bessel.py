"""Modified Bessel functions, which the derivative of `np.i0` needs and NumPy does not have."""

from typing import Any

import numpy as np


def bessel_i(n: Any, x: Any) -> Any:
    """I_n(x) of orders that are ints, by its integral (Abramowitz & Stegun, 9.6.19).

    The integrand is periodic, so that the trapezoidal rule converges faster than any power of the number of points; it
    is as narrow as 1 / sqrt(|x|). exp(|x|) is taken out, for the integral not to overflow before its value does.
    """
    size = np.abs(x)
    largest = np.max(size, initial=0.0, where=np.isfinite(size))
    count = 64 + 2 * int(np.max(np.abs(n))) + int(12.0 * np.sqrt(largest))
    total = np.zeros_like(size, dtype=np.result_type(size, np.float32))
    for k in range(count):
        angle = 2.0 * np.pi * (k + 0.5) / count
        total = total + np.exp(x * float(np.cos(angle)) - size) * np.cos(n * angle)
    return (np.exp(size) * total / count).astype(np.result_type(size, np.float32))
