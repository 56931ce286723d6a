"""Lists that hold functions stay known where functions that get them by name only read them; what writes to them is seen."""

import functools
import math

import pytest

import s2sad

X = 0.7


def network(layers, z):
    for w, function in layers:
        z = w * z
        if function is not None:
            z = function(z)
    return z


def passed(x):
    layers = [(x * 2, None), (x + 1, math.sin)]
    return network(layers, 0.3)


def passed_by_keyword(x):
    layers = [(x * 2, math.exp), (x + 1, math.sin)]
    return network(z=0.3, layers=layers) * len(layers)


def passed_in_a_loop(x):
    layers = [(x * 2, math.exp), (x + 1, math.sin)]
    total = 0.0
    for i in range(3):
        total = total + network(layers, 0.1 * i)
    return total


def passed_to_a_derivative(x):
    layers = [(x * 2, None), (x + 1, math.sin)]
    return s2sad.grad(network, 1)(layers, 0.3)


@pytest.mark.parametrize("f", [passed, passed_by_keyword, passed_in_a_loop, passed_to_a_derivative])
def test_lists_that_are_read(f):
    wanted = (f(X + 1e-5) - f(X - 1e-5)) / 2e-5
    assert s2sad.grad(f)(X) == pytest.approx(wanted, rel=1e-7)
    assert s2sad.jvp(f, (X,), (1.0,))[1] == pytest.approx(wanted, rel=1e-7)


def put(functions):
    functions.append(math.exp)


def put_further(functions):
    put(functions)


def put_by_default(functions, others=None):
    others = functions if others is None else others
    others.append(math.exp)


def same(functions):
    return functions


def written_by_a_function(fs):
    put(fs)


def written_further_on(fs):
    put_further(fs)


def written_by_another_name(fs):
    put_by_default(fs)


def written_where_it_comes_back(fs):
    again = same(fs)
    again.append(math.exp)


def written_in_a_dict(fs):
    table = dict(a=fs)
    table["a"].append(math.exp)


def written_by_what_holds_it(fs):
    functools.partial(put, fs)()


def written_by_a_lambda(fs):
    (lambda gs: gs.__setitem__(0, math.exp))(fs)


@pytest.mark.parametrize(
    "write",
    [
        written_by_a_function,
        written_further_on,
        written_by_another_name,
        written_where_it_comes_back,
        written_in_a_dict,
        written_by_what_holds_it,
        written_by_a_lambda,
    ],
)
def test_what_is_written_to_them_is_seen(write):
    def f(x):
        fs = [math.sin, math.cos]
        write(fs)
        return sum(g(x) for g in fs)

    wanted = (f(X + 1e-5) - f(X - 1e-5)) / 2e-5
    assert s2sad.grad(f)(X) == pytest.approx(wanted, rel=1e-7)
    assert s2sad.jvp(f, (X,), (1.0,))[1] == pytest.approx(wanted, rel=1e-7)
