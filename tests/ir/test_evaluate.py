import contextlib
import math

import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Block, Const, Entry, Function, Param, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.parser import parse_function, parse_module
from s2sad.ir.verify import verify


def run(text, *args, **kwargs):
    function = parse_function(text, {"suppress": contextlib.suppress, "closing": contextlib.closing})
    verify(function)
    return evaluate(function, args, kwargs)


def test_a_straight_line():
    text = "function f(x, y)\n a = mul x y\n b = math.sin x\n z = add a b\n return z"
    assert run(text, 0.5, 2.0) == 0.5 * 2.0 + math.sin(0.5)


def test_several_targets_unpack_a_tuple():
    assert run("function f(x)\n a, b = divmod x 3\n return b, a", 8) == (2, 2)


def test_too_few_values_for_the_targets():
    with pytest.raises(ValueError, match="2 values for 3 targets"):
        run("function f(x)\n a, b, c = divmod x 3\n return a", 8)


def test_an_entry_for_its_effect():
    items = [1]
    assert run("function f(s)\n append s 2\n return s", items) is items
    assert items == [1, 2]


def test_keyword_arguments():
    assert run("function f(x)\n a = int x base=2\n return a", "101") == 5


@pytest.mark.parametrize(
    "returned, value",
    [("x", 1), ("x,", (1,)), ("x, (2, x)", (1, (2, 1))), ("()", ()), ("(x, 2), ()", ((1, 2), ()))],
)
def test_the_structure_of_what_is_returned(returned, value):
    assert run(f"function f(x)\n return {returned}", 1) == value


@pytest.mark.parametrize("x", [-2.0, 3.0])
def test_if(x):
    text = "function f(x)\n c = lt x 0\n if c -> y\n  a = neg x\n  yield a\n else\n  yield x\n return y"
    assert run(text, x) == abs(x)


@pytest.mark.parametrize("xs", [[], [2.0], [2.0, 3.0, 4.0]], ids=str)
def test_for(xs):
    text = """
        function f(xs)
            for x in xs with p = 1.0, last = None -> q, l
                r = mul p x
                yield r x
            return q, l
    """
    assert run(text, xs) == (math.prod(xs), xs[-1] if xs else None)


def test_for_swaps_what_it_carries_at_once():
    text = "function f(n)\n r = range n\n for i in r with a = 1, b = 2 -> c, d\n  yield b a\n return c, d"
    assert run(text, 3) == (2, 1)


@pytest.mark.parametrize("xs, expected", [([], 0), ([1, 2], 3), ([1, -1, 5], 0), ([-4, 5], -4)], ids=str)
def test_for_that_stops_keeps_its_last_results(xs, expected):
    text = """
        function f(xs)
            for x in xs with s = 0 -> t [stops]
                a = add s x
                c = lt x 0
                yield a c
            return t
    """
    assert run(text, xs) == expected


def test_for_that_stops_takes_no_further_item():
    items = iter([1, 2, 3])
    run("function f(xs)\n for x in xs [stops]\n  yield True\n return xs", items)
    assert list(items) == [2, 3]


def collatz(n, most):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
        if steps == most:
            break
    return n, steps


@pytest.mark.parametrize("n, most", [(1, 99), (6, 99), (27, 999), (27, 5)])
def test_while(n, most):
    text = """
        function f(n, most)
            while with m = n, s = 0 -> m_3, s_2 [stops]
                cond
                    c = ne m 1
                    yield c
                do
                    r = mod m 2
                    if r -> m_2
                        a = mul m 3
                        b = add a 1
                        yield b
                    else
                        d = floordiv m 2
                        yield d
                    s_1 = add s 1
                    e = eq s_1 most
                    yield m_2 s_1 e
            return m_3, s_2
    """
    assert run(text, n, most) == collatz(n, most)


@pytest.mark.parametrize("x, expected", [(4.0, 0.25), (0.0, "ZeroDivisionError"), ("a", "no number")])
def test_try(x, expected):
    text = """
        function f(x)
            try -> y
                a = truediv 1.0 x
                yield a
            except ZeroDivisionError as e
                kind = type e
                s = getattr kind '__name__'
                yield s
            except TypeError
                yield 'no number'
            return y
    """
    assert run(text, x) == expected


def test_the_first_handler_that_fits_is_taken():
    text = "function f(x, kinds)\n try -> y\n  a = truediv 1 x\n  yield a\n except kinds\n  yield 'first'\n"
    text += " except ArithmeticError\n  yield 'second'\n return y"
    assert run(text, 0, (ZeroDivisionError, KeyError)) == "first"
    assert run(text, 0, KeyError) == "second"
    with pytest.raises(TypeError):
        run(text, "a", KeyError)


def test_with():
    class Manager:
        def __enter__(self):
            return 5

        def __exit__(self, *_):
            log.append("left")

    log = []
    assert run("function f(m)\n with m as a -> y\n  b = neg a\n  yield b\n return y", Manager()) == -5
    assert log == ["left"]


def test_a_manager_that_swallows_an_exception_leaves_the_targets_undefined():
    text = "function f(x)\n m = suppress ZeroDivisionError\n with m -> y\n  a = truediv 1 x\n  yield a\n return {}"
    assert run(text.format("y"), 2) == 0.5
    assert run(text.format("x"), 0) == 0
    with pytest.raises(UnboundLocalError, match="'y'"):
        run(text.format("y"), 0)


def test_a_closure_is_a_python_function():
    text = "function f(a)\n closure g = function g(x, n = a) captures a\n  b = mul a x\n  c = add b n\n  return c\n return g"
    g = run(text, 3)
    assert (g(2), g(2, 1), g(x=1, n=0), g.__name__) == (9, 7, 3, "g")


def test_a_closure_keeps_the_values_that_it_was_made_with():
    text = """
        function f(n)
            gs = list_of
            r = range n
            for i in r with a = 0 -> b
                closure g = function g() captures i a
                    return i, a
                append gs g
                c = add a 10
                yield c
            return gs
    """
    assert [g() for g in run(text, 3)] == [(0, 0), (1, 10), (2, 20)]


def test_a_closure_may_call_itself():
    text = """
        function f(n)
            closure fact = function fact(k)
                c = gt k 1
                if c -> y
                    m = sub k 1
                    r = fact m
                    p = mul k r
                    yield p
                else
                    yield 1
                return y
            z = fact n
            return z
    """
    assert run(text, 5) == 120


def test_functions_of_a_module_call_each_other():
    module = parse_module("""
        function even(n)
            c = eq n 0
            if c -> y
                yield True
            else
                m = sub n 1
                a = @odd n=m
                yield a
            return y
        function odd(n)
            c = eq n 0
            if c -> y
                yield False
            else
                m = sub n 1
                a = @even m
                yield a
            return y
    """)
    verify(module)
    assert [evaluate(module.main, [n], module=module) for n in range(4)] == [True, False, True, False]


def test_a_variable_may_hold_what_is_called():
    assert run("function f(g, x)\n y = g x\n return y", math.cos, 0.0) == 1.0


@pytest.mark.parametrize(
    "line",
    [
        "neg undefined",
        "print sep=undefined",
        "if undefined",
        "for i in undefined",
        "with undefined",
        "return undefined",
    ],
)
def test_reading_undefined(line):
    with pytest.raises(UnboundLocalError, match="cannot access local variable"):
        run(f"function f(x)\n {line}\n return x" if "return" not in line else f"function f(x)\n {line}", 1)


def test_handing_undefined_on_is_not_reading_it():
    text = """
        function f(c, xs)
            if c -> y
                yield 1
            else
                yield undefined
            for i in xs with a = y -> b
                yield i
            return {}
    """
    assert run(text.format("c"), False, []) is False
    assert run(text.format("b"), False, [7]) == 7
    with pytest.raises(UnboundLocalError, match="'b'"):
        run(text.format("b"), False, [])
    with pytest.raises(UnboundLocalError, match="'y'"):
        run(text.format("y"), False, [])


def test_references_have_the_values_that_they_had_at_transformation():
    ref = Ref("GRAVITY", 9.81, scope=test_a_straight_line)
    function = Function(
        "f", (Param(Var("x")),), Block((Entry((Var("y"),), op("mul"), (Var("x"), ref)),), (Var("y"),))
    )
    assert evaluate(function, [2.0]) == 19.62


SIGNATURE = "function f(a: positional, b, c = 3, d: keyword = 4)\n return a, b, c, d"


def f(a, /, b, c=3, *, d=4):
    return a, b, c, d


@pytest.mark.parametrize(
    "args, kwargs",
    [
        ((1, 2), {}),
        ((1,), {"b": 2}),
        ((1, 2, 5), {"d": 6}),
        ((1,), {"c": 5, "b": 2, "d": 0}),
        ((1, 2, 3, 4), {}),
        ((1,), {}),
        ((), {"a": 1, "b": 2}),
        ((1, 2), {"a": 1}),
        ((1, 2), {"b": 1}),
        ((1, 2), {"e": 1}),
    ],
    ids=str,
)
def test_arguments_are_bound_as_python_binds_them(args, kwargs):
    try:
        expected = f(*args, **kwargs)
    except TypeError:
        with pytest.raises(TypeError, match=r"f\(\)"):
            run(SIGNATURE, *args, **kwargs)
    else:
        assert run(SIGNATURE, *args, **kwargs) == expected


def test_a_default_may_be_a_reference():
    params = (Param(Var("x"), default=Ref("math.pi", math.pi)), Param(Var("y"), default=Const(None)))
    assert evaluate(Function("f", params, Block((), (Var("x"), Var("y"))), ("one", "one")), ()) == (
        math.pi,
        None,
    )
