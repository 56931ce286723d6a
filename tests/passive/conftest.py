"""Every operator, of a function of a float and of what isn't differentiated, against differences."""

import pytest

import s2sad

X = 1.7


def slope(f, *rest):
    h = 1e-6
    return (f(X + h, *rest) - f(X - h, *rest)) / (2 * h)


def bend(f, *rest):
    h = 1e-3
    return (f(X + h, *rest) - 2 * f(X, *rest) + f(X - h, *rest)) / h**2


def of_pullback(f, *args):
    value, pullback = s2sad.vjp(f, *args)
    return value, pullback(1.0)[0]


def first_of_several(f, *args):
    nothing = [None] * len(args[1:])
    value, (one, two) = s2sad.jvps(f, args, [(1.0, *nothing), (2.0, *nothing)])
    assert two == pytest.approx(2 * one)
    return value, one


FIRST = {
    "value_and_grad": lambda f, *a: s2sad.value_and_grad(f)(*a),
    "jvp": lambda f, *a: s2sad.jvp(f, a, (1.0, *[None] * len(a[1:]))),
    "jvps": first_of_several,
    "vjp": of_pullback,
    "jacfwd": lambda f, *a: (f(*a), s2sad.jacfwd(f)(*a)),
}
SECOND = {
    "hvp": lambda f, *a: s2sad.hvp(f, a, (1.0, *[None] * len(a[1:])))[0],
    "hessian": lambda f, *a: s2sad.hessian(f)(*a),
}


@pytest.fixture(params=FIRST)
def first_order(request):
    """Compares value and slope of `f(X, *rest)` by one operator."""
    return _first_order(FIRST[request.param])


@pytest.fixture
def by_gradient():
    return _first_order(FIRST["value_and_grad"])


@pytest.fixture(params=[*FIRST, *SECOND])
def any_order(request):
    """As `first_order`, with the second derivative too."""
    if request.param in FIRST:
        return _first_order(FIRST[request.param])
    operator = SECOND[request.param]

    def compare(f, *rest):
        assert operator(f, X, *rest) == pytest.approx(bend(f, *rest), rel=1e-3, abs=1e-4), rest

    return compare


def _first_order(operator):
    def compare(f, *rest):
        expected = f(X, *rest), slope(f, *rest)
        assert operator(f, X, *rest) == pytest.approx(expected, rel=1e-5, abs=1e-8), rest

    return compare
