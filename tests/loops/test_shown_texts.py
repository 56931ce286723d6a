"""What is printed that machine code has no text for: the same comes out, once."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError
from s2sad.ir import kinds as K
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.loops.shown_texts import with_shown_texts
from tests.loops.passes import facts_of

X = np.array([0.3, -0.5, 0.8])


def of_formats(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i] ** 2
        print(f"step {i}: {total:.3f} {{}} {i!r} {total > 0.5}")
        print("{0:>4d} {1:+.2e} {0}".format(i, total))  # noqa: UP032
    return total


def of_percents(x):
    total = np.sum(x * x)
    print("%d%% %5.2f %+.1e %s of %i" % (3, total, x[0], total > 0.0, len(x)))  # noqa: UP031
    print("%s" % total)  # noqa: UP031
    return total


def of_arrays(x):
    print(x, x.shape[0], sep=", ", end=";\n", flush=True)
    print("x = " + str(x[0]), repr(x), f"{x}")
    print()
    return np.sum(x * x)


@pytest.mark.parametrize("function", [of_formats, of_percents, of_arrays])
def test_the_same_is_printed_once(in_python, capsys, function):
    function(X)
    wanted = capsys.readouterr().out
    assert s2sad.grad(function, jit=True)(X) == pytest.approx(2 * X)
    assert capsys.readouterr().out == wanted


def test_it_is_printed_by_the_interpreter():
    gradient = s2sad.emit(of_formats, X, target="numba")
    assert "with objmode():\n        print(text.format(*values), end='')" in gradient.replace('"', "'")
    assert "import njit, objmode" in gradient and "step {}: {:.3f} {{}} {!r} {}" in gradient


def test_a_value_that_numbers_are_not_shown_as(in_python):
    def whole(x):
        print("%d" % x[0])  # noqa: UP031
        return np.sum(x)

    with pytest.raises(DifferentiationError, match="`print` of what is neither"):
        s2sad.grad(whole, jit=True)(X)


def test_texts_that_nothing_reads_go():
    text = "function f(x)\n    t = format_of x '' '.2f'\n    m = text_of 'x ' t\n    print m\n    return x\n"
    function = parse_function(text)
    made = print_function(with_shown_texts(function, facts_of(function, (K.FLOAT,)).kind))
    assert made == "function f(x)\n    show 'x {:.2f}\\n' x\n    return x\n"
