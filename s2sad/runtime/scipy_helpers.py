"""What derivatives of SciPy's functions need."""

from typing import NoReturn


def no_derivative_by(function: str, argument: str) -> NoReturn:
    """In the place of a partial derivative that has no formula: it is reached only if it is asked for."""
    raise NotImplementedError(
        f"the derivative of {function} by {argument} is not known; keep that argument constant, "
        "or give the function a rule (rules=)"
    )
