"""Names that look like generated ones, names that are bound again, functions that are hard to tell apart."""

import functools
import importlib.util
import math
import sys

import pytest

import s2sad

# --------------------------------------------------------------------------------- names like generated ones


def names_of_the_field(x, y):
    x_bar = x * y
    x_dot = x_bar + y
    dup, out = x_dot * x, 2.0
    y_bar = dup + out
    z_bar, t, t_1, result, saved = y_bar * 2.0, x, y, x_bar, x_dot
    return z_bar * t + t_1 * result * saved + y_bar


def loop_of_the_field(x):
    saved = x * x
    i = 0.5
    for x_bar in range(3):
        saved = saved * x + x_bar * i
        x = math.sin(saved)
    x_bar_1, stop, found, bars = saved, x, 2.0, 3.0
    return x_bar_1 * stop * found + bars


def parameters_of_the_field(x_bar, x, dup, f_grad, zeros_like):
    return x_bar * x + math.sin(dup) * f_grad * x + zeros_like * zeros_like


def builtins_shadowed(sum, max, float, range, reversed, len):
    list = [sum, max * float]
    zip = list[0] * list[1]
    print = zip + range * reversed
    return print * len


def test_names_that_a_generator_might_choose(check):
    check(names_of_the_field, 0.8, 1.3)
    check(loop_of_the_field, 0.8)
    check(parameters_of_the_field, 0.8, 1.3, 0.4, 0.6, 0.2)
    check(builtins_shadowed, 0.8, 1.3, 0.4, 0.6, 0.2, 1.1)


def shadowed_in_a_loop(x, n):
    range_ = range(n)
    reversed = x * x
    for k in range_:
        x = math.sin(x) * reversed + k
        if x > 0.2:
            reversed = reversed * x
    return x * reversed


def test_names_that_reverse_loops_need_themselves(check):
    check(shadowed_in_a_loop, 0.8, 4)


def modules_shadowed(x):
    import math as np

    math = x * 2.0
    return np.sin(math) * math


def with_other_math(x):
    np = x * x
    cos = np + 1.0
    return math.sin(x) * cos


def test_modules_by_other_names(check):
    check(modules_shadowed, 0.8)
    check(with_other_math, 0.8)


OTHER_MATH = """
import cmath as math
import math as np
from math import sin as cos

def f(x):
    return np.sin(x) * cos(x) + x

def dup(x):
    return x * x * x

def f_grad(x):
    return dup(x) * 7.0

def g(x):
    return f_grad(x) + dup(x) + np.exp(x)
"""


def loaded(tmp_path, text, name="other_names"):
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_a_module_where_math_and_np_are_something_else(tmp_path, check):
    module = loaded(tmp_path, OTHER_MATH)
    check(module.f, 0.7)
    check(module.g, 0.7)
    assert s2sad.grad(module.g, style="flat")(0.7) == pytest.approx(8.0 * 3.0 * 0.49 + math.exp(0.7))


class Namespace:
    """Something else that is called like a module."""

    def __init__(self, factor):
        self.factor = factor


np = Namespace(3.0)


def reads_a_global_called_np(x):
    return x * np.factor * math.cos(x)


def test_a_global_called_np_that_is_no_module(check):
    check(reads_a_global_called_np, 0.7)


# --------------------------------------------------------------------------------------- names bound again

RATE = 2.0
TABLE = {"rate": 2.0}
STEPS = [1.0, 2.0]


def reads_globals(x):
    total = RATE * x * x
    for step in STEPS:
        total += step * x
    return total * TABLE["rate"]


def test_a_global_that_is_bound_again(monkeypatch):
    slope = s2sad.grad(reads_globals)
    assert slope(1.0) == 14.0
    monkeypatch.setitem(globals(), "RATE", 3.0)
    assert slope(1.0) == 18.0
    monkeypatch.setitem(globals(), "STEPS", [5.0, 5.0, 5.0])
    assert slope(1.0) == 42.0
    monkeypatch.setitem(TABLE, "rate", 1.0)
    assert slope(1.0) == 21.0
    assert s2sad.jvp(reads_globals, (1.0,), (1.0,)) == (18.0, 21.0)


def power_by_global(x):
    return x**EXPONENT


EXPONENT = 2


def test_a_global_exponent_that_is_bound_again(monkeypatch):
    slope = s2sad.grad(power_by_global)
    assert slope(3.0) == 6.0
    monkeypatch.setitem(globals(), "EXPONENT", 3)
    assert slope(3.0) == 27.0
    monkeypatch.setitem(globals(), "EXPONENT", 0)
    assert slope(0.0) == 0.0


def branch_by_global(x):
    return x * x if SQUARED else x


SQUARED = True


def test_a_global_condition_that_is_bound_again(monkeypatch):
    slope = s2sad.grad(branch_by_global)
    assert slope(3.0) == 6.0
    monkeypatch.setitem(globals(), "SQUARED", False)
    assert slope(3.0) == 1.0


def counter():
    rate, shape = 2.0, "square"

    def f(x):
        return rate * x * x if shape == "square" else rate * x

    def change(new_rate, new_shape):
        nonlocal rate, shape
        rate, shape = new_rate, new_shape

    return f, change


def test_a_closure_cell_that_is_bound_again():
    f, change = counter()
    slope = s2sad.grad(f)
    assert slope(3.0) == 12.0
    change(5.0, "square")
    assert slope(3.0) == 30.0
    change(5.0, "line")
    assert slope(3.0) == 5.0


def test_an_attribute_that_is_bound_again(monkeypatch):
    slope = s2sad.grad(reads_a_global_called_np)
    assert slope(0.0) == 3.0
    monkeypatch.setattr(np, "factor", 5.0)
    assert slope(0.0) == 5.0


def helper(x):
    return x * x


def calls_helper(x):
    return helper(x) * 2.0


def cubic(x):
    return x * x * x


def test_a_helper_that_is_bound_again_counts_from_the_next_derivative_on(monkeypatch):
    assert s2sad.grad(calls_helper)(2.0) == 8.0
    monkeypatch.setitem(globals(), "helper", cubic)
    assert s2sad.grad(calls_helper)(2.0) == 24.0


def test_functions_of_one_factory_keep_their_own_cells():
    def scaled(factor):
        return lambda x: factor * x * x

    slopes = [s2sad.grad(scaled(k)) for k in (1.0, 2.0, 3.0)]
    assert [slope(1.0) for slope in slopes] == [2.0, 4.0, 6.0]
    tangents = [s2sad.jvp(scaled(k), (1.0,), (1.0,))[1] for k in (1.0, 2.0, 3.0)]
    assert tangents == [2.0, 4.0, 6.0]


# ---------------------------------------------------------------------------------------------- odd functions

first, second = (lambda x: x * x), (lambda x: x * x * x)
same_twice = [lambda x: 2.0 * x, lambda x: 2.0 * x]
in_a_call = functools.partial((lambda a, x: a * x * x), 3.0)
over_two_lines = (  # noqa: E731
    lambda x, y=2.0: x
    * x * y
)  # fmt: skip
nested_lambda = lambda x: (lambda y: y * x)(x * x)  # noqa: E731
TABLE_OF_LAMBDAS = {"a": lambda x: x, "b": lambda x: x * x, "c": lambda x: -x}


def test_lambdas():
    assert s2sad.grad(first)(3.0) == 6.0
    assert s2sad.grad(second)(3.0) == 27.0
    assert [s2sad.grad(f)(3.0) for f in same_twice] == [2.0, 2.0]
    assert s2sad.grad(in_a_call)(3.0) == 18.0
    assert s2sad.grad(over_two_lines, (0, 1))(3.0, 2.0) == (12.0, 9.0)
    assert s2sad.grad(nested_lambda)(3.0) == 27.0
    assert [s2sad.grad(f)(3.0) for f in TABLE_OF_LAMBDAS.values()] == [1.0, 6.0, -1.0]


def keyword_only(x, *, offset, factor=2.0):
    return factor * x * x - offset * x


def test_keyword_only_arguments():
    slope = s2sad.grad(keyword_only)
    assert slope(3.0, offset=1.0) == 11.0
    assert slope(3.0, factor=1.0, offset=1.0) == 5.0
    by_all = s2sad.grad(keyword_only, ("x", "offset", "factor"))
    assert by_all(3.0, offset=1.0, factor=2.0) == (11.0, -3.0, 9.0)
    with pytest.raises(TypeError, match="offset"):
        slope(3.0)


def positional_only(x, y, /, scale=2.0):
    return x * y * scale


def test_positional_only_arguments():
    assert s2sad.grad(positional_only, (1, 2))(2.0, 3.0, 4.0) == (8.0, 6.0)
    with pytest.raises(TypeError):
        s2sad.grad(positional_only)(x=2.0, y=3.0)


ODD_TEXTS = {
    "crlf": "import math\r\n\r\ndef f(x):\r\n    y = x * x\r\n    return math.sin(y)\r\n",
    "tabs": "import math\ndef f(x):\n\tif x > 0:\n\t\ty = x * x\n\treturn math.sin(y)\n",
    "letters": "import math\ndef f(ξ):\n    größe = ξ * ξ  # größer\n    return math.sin(größe)\n",
    "docstring": 'import math\ndef f(x):\n    """Line one.\n\n    return 7\n    """\n    "another"\n    return math.sin(x * x)\n',
    "annotations": "import math\ndef f(x: 'Later', y: 'Unknown[int]' = 1.0) -> 'Nothing':\n    z: 'Later' = x * x\n    return math.sin(z) * y\n",
    "semicolons": "import math\ndef f(x): y = x * x; z = math.sin(y); return z\n",
    "continued": "import math\ndef f(x):\n    y = x \\\n        * x\n    return (math\n        .sin(\n            y))\n",
    "form_feed": "import math\n\x0c\ndef f(x):\n    return math.sin(x * x)\n",
    "no_last_newline": "import math\ndef f(x):\n    return math.sin(x * x)",
}


@pytest.mark.parametrize("name", ODD_TEXTS)
def test_odd_text(tmp_path, name):
    path = tmp_path / f"odd_{name}.py"
    path.write_bytes(ODD_TEXTS[name].encode())
    spec = importlib.util.spec_from_file_location(f"odd_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    wanted = 2.0 * 0.7 * math.cos(0.49)
    assert s2sad.grad(module.f)(0.7) == pytest.approx(wanted, rel=1e-14)
    assert s2sad.jvp(module.f, (0.7,), (1.0,))[1] == pytest.approx(wanted, rel=1e-14)


def twice_decorated(fun):
    @functools.wraps(fun)
    def wrapper(*args, **kwargs):
        return 2.0 * fun(*args, **kwargs)

    return wrapper


@twice_decorated
@twice_decorated
def decorated(x, power=2):
    return x**power


def test_decorators_are_part_of_the_function():
    assert s2sad.grad(decorated)(3.0) == 24.0
    assert s2sad.grad(decorated)(3.0, power=3) == 108.0


@functools.cache
def cached(n):
    return float(n) * 2.0


@functools.cache
def cached_and_active(x):
    return x * x


def test_cached_functions():
    assert s2sad.grad(lambda x: cached(3) * x)(2.0) == 6.0
    assert s2sad.grad(lambda x: cached_and_active(x) * x)(2.0) == 12.0
