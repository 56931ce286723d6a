"""What the running program asks of scikit-learn's estimators."""

import sys
from typing import Any

from s2sad.runtime.refusals import NoDerivative


def check_output(method: str, configured: Any) -> None:
    """Raises NotImplementedError if an estimator gives data frames, by its own configuration or that of all."""
    everywhere = sys.modules["sklearn"].get_config()[f"{method}_output"]
    if (configured or {}).get(method, everywhere) != "default":
        raise NoDerivative("this estimator gives data frames: call set_output(transform='default') of it")
