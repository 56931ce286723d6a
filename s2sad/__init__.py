"""s2sad: a source-to-source differentiating compiler for Python."""

from s2sad.api import Derivative, emit, grad, gradient, hvp, jvp, jvps, value_and_grad, vjp
from s2sad.checking.grads import check_grads
from s2sad.errors import (
    ArgumentIndexError,
    DerivativeMismatch,
    DifferentiationError,
    InvalidRule,
    NoRuleError,
    NotANumber,
    NotAScalar,
    NotCallable,
    NotStandalone,
    ShapeMismatch,
    SourceNotFound,
    TooLong,
    UnsupportedSyntax,
    UnsupportedValue,
)
from s2sad.jacobians import Jacobian, hessian, jacfwd, jacobian, jacrev
from s2sad.markers import checkpoint, checkpoint_range, implicit, insert_grad_of, on_adjoint, stop_gradient
from s2sad.rules.custom import CustomDerivative, custom_derivative
from s2sad.show.views import beside, explain, graph, report, stages, wengert

__version__ = "0.1.0"

__all__ = [
    "ArgumentIndexError",
    "CustomDerivative",
    "Derivative",
    "DerivativeMismatch",
    "DifferentiationError",
    "InvalidRule",
    "Jacobian",
    "NoRuleError",
    "NotANumber",
    "NotAScalar",
    "NotCallable",
    "NotStandalone",
    "ShapeMismatch",
    "SourceNotFound",
    "TooLong",
    "UnsupportedSyntax",
    "UnsupportedValue",
    "beside",
    "check_grads",
    "checkpoint",
    "checkpoint_range",
    "custom_derivative",
    "emit",
    "explain",
    "grad",
    "gradient",
    "graph",
    "hessian",
    "hvp",
    "implicit",
    "insert_grad_of",
    "jacfwd",
    "jacobian",
    "jacrev",
    "jvp",
    "jvps",
    "on_adjoint",
    "report",
    "stages",
    "stop_gradient",
    "value_and_grad",
    "vjp",
    "wengert",
]
