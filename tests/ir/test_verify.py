import re
from dataclasses import replace

import pytest

from s2sad.ir.nodes import Block, Closure, Const, Entry, For, Function, If, Module, Param, Try, Var, While
from s2sad.ir.operations import op
from s2sad.ir.parser import parse_function, parse_module
from s2sad.ir.verify import InvalidIR, verify

X, Y = Var("x"), Var("y")


def function(*entries, results=(X,), **fields):
    return Function("f", (Param(X),), Block(entries, results), **fields)


def refuse(function, where, message):
    with pytest.raises(InvalidIR, match=re.escape(message)) as caught:
        verify(function)
    assert f"`{where}`" in str(caught.value)


def test_what_is_valid_passes():
    text = """
        function f(p: positional, x, n = 3, k: keyword = 1, l: keyword)
            s = pos x
            for i in n with t = s -> t_2 [stops]
                a = add t i
                b = add a s
                yield b True
            while with u = t_2 -> v
                cond
                    c = gt u 3
                    yield c
                do
                    d = mul u i_0
                    yield d
            return v, (x, ())
    """.replace("i_0", "n")
    assert verify(parse_function(text)) is None


def lines_of(*lines):
    return "function f(x)" + "".join(f"\n    {line}" for line in lines) + "\n    return x"


@pytest.mark.parametrize(
    "lines, where, name",
    [
        (["y = neg %z"], "y = neg z", "z"),
        (["y = neg x key=%z"], "y = neg x key=z", "z"),
        (["y = %z x"], "y = z x", "z"),
        (["y = neg %y"], "y = neg y", "y"),
        (["if %z"], "if z", "z"),
        (["for i in %z"], "for i in z", "z"),
        (["for i in x with a = %z -> b", "    yield a"], "for i in x with a = z -> b", "z"),
        (["for i in x with a = %a -> b", "    yield a"], "for i in x with a = a -> b", "a"),
        (["while with a = %z", "    cond", "    do"], "while with a = z", "z"),
        (["with %z"], "with z", "z"),
        (["try", "    neg x", "except %z"], "try", "z"),
        (["if x -> y", "    yield %z", "else", "    yield x"], "if x -> y", "z"),
        (["if x -> y", "    yield x", "else", "    yield %y"], "if x -> y", "y"),
        (
            ["closure g = function g(a) captures z", "    return a"],
            "closure g = function g(a) captures z",
            "z",
        ),
    ],
    ids=str,
)
def test_a_variable_is_read_before_it_is_assigned(lines, where, name):
    refuse(parse_function(lines_of(*lines)), where, f"{name!r} is read before it is assigned")


def test_what_is_returned_is_assigned_before():
    refuse(function(results=(Y,)), "return of f", "'y' is read before it is assigned")


@pytest.mark.parametrize(
    "lines",
    [
        ["if x", "    y = neg x", "neg y"],
        ["if x", "    y = neg x", "    yield", "else", "    neg y"],
        ["for i in x with a = x -> b", "    yield a", "neg a"],
        ["for i in x", "    print i", "neg i"],
        [
            "while with a = x -> b",
            "    cond",
            "        c = gt a 1",
            "        yield c",
            "    do",
            "        yield c",
        ],
        ["while with a = x -> b", "    cond", "        yield a", "    do", "        yield a", "neg a"],
        ["try", "    y = neg x", "except ValueError", "    neg y"],
        ["try", "    neg x", "except ValueError as e", "    neg e", "neg e"],
        ["with x as m", "    neg m", "neg m"],
        ["closure g = function g(a)", "    b = neg a", "    return b", "neg b"],
        ["closure g = function g(a)", "    b = neg a", "    return b", "neg a"],
        ["closure g = function g(a)", "    b = neg x", "    return b"],
        ["closure g = function g(a)", "    return x"],
        ["closure g = function g(a = x)", "    return a"],
        [
            "closure g = function g(a)",
            "    closure h = function h(b) captures x",
            "        return x",
            "    return h",
        ],
    ],
    ids=lambda lines: " / ".join(line.strip() for line in lines),
)
def test_a_variable_is_read_out_of_its_block(lines):
    with pytest.raises(InvalidIR, match="is read out of its block, or in a closure that doesn't capture it"):
        verify(parse_function(lines_of(*lines)))


@pytest.mark.parametrize(
    "lines",
    [
        ["x = neg 1"],
        ["y, y = dup x 2"],
        ["if x", "    y = neg x", "    yield", "else", "    y = neg x"],
        ["for x in x", "    neg x"],
        ["for i in x with i = x -> y", "    yield x"],
        ["for i in x with a = x -> a", "    yield a"],
        ["with x as x", "    neg x"],
        ["try", "    neg x", "except ValueError as x", "    neg x"],
        ["closure x = function g(a)", "    return a"],
        ["closure g = function g(x)", "    return x"],
        ["closure g = function g(a)", "    x = neg a", "    return x"],
    ],
    ids=lambda lines: " / ".join(line.strip() for line in lines),
)
def test_a_variable_is_assigned_twice(lines):
    with pytest.raises(InvalidIR, match="is assigned twice"):
        verify(parse_function(lines_of(*lines)))


def test_parameters_have_names_of_their_own():
    refuse(Function("f", (Param(X), Param(X)), Block((), (X,))), "function f", "'x' is assigned twice")


@pytest.mark.parametrize(
    "lines, where, message",
    [
        (["if x -> y", "    yield"], "if x -> y", "the first block yields no values for 1 target"),
        (["if x -> y", "    yield x"], "if x -> y", "the block `else` yields no values for 1 target"),
        (
            ["if x", "    yield", "else", "    yield x x"],
            "if x",
            "the block `else` yields 2 values for no targets",
        ),
        (
            ["for i in x with a = x -> y", "    yield a a"],
            "for i in x with a = x -> y",
            "the body yields 2 values for 1 target",
        ),
        (
            ["for i in x with a = x -> y [stops]", "    yield a"],
            "for i in x with a = x -> y [stops]",
            "the body yields no values for 1 target",
        ),
        (["for i in x [stops]", "    print i"], "for i in x [stops]", "has to yield whether it does"),
        (
            ["for i in x with a = x", "    yield a"],
            "for i in x with a = x",
            "the loop carries 1 value for no targets",
        ),
        (
            ["while", "    cond", "        yield", "    do", "        yield"],
            "while",
            "`cond` yields no values, not one",
        ),
        (
            ["while -> y", "    cond", "        yield x", "    do", "        yield x"],
            "while -> y",
            "carries no values",
        ),
        (
            ["while with a = x -> y", "    cond", "        yield a", "    do", "        yield"],
            "while with a = x -> y",
            "the body yields no values for 1 target",
        ),
        (["try -> y", "    yield", "except OSError", "    yield x"], "try -> y", "the body yields no values"),
        (
            ["try -> y", "    yield x", "except OSError"],
            "try -> y",
            "a handler yields no values for 1 target",
        ),
        (["try", "    yield"], "try", "there is no handler"),
        (["with x -> y", "    yield"], "with x -> y", "the body yields no values for 1 target"),
    ],
    ids=str,
)
def test_results_have_to_fit_the_targets(lines, where, message):
    refuse(parse_function(lines_of(*lines)), where, message)


def test_inits_have_to_fit_the_params():
    loop = For((Y,), Var("i"), X, (Var("a"),), (), Block((), (Var("a"),)))
    refuse(function(loop), "for i in x with a = ? -> y", "no inits for 1 param")
    loop = While((), (), (X,), Block((), (X,)), Block(()))
    refuse(function(loop), "while with ? = x", "1 init for no params")


@pytest.mark.parametrize("structure", [(), ("one", "one"), (("one", "one"),)], ids=str)
def test_the_structure_has_to_fit_the_results(structure):
    refuse(function(structure=structure), "return of f", "places for 1 results")


def test_a_structure_is_made_of_tuples():
    refuse(function(structure=["one"]), "return of f", "['one'] is not a structure")


def test_a_closure_is_held_to_the_same_rules():
    inner = Function("g", (), Block((), (X,)), ("one", "one"))
    refuse(function(Closure(Y, inner, (X,))), "return of g", "has 2 places for 1 results")
    inner = Function("g", (Param(Var("a"), default=Const(1)), Param(Var("b"))), Block((), (X,)))
    refuse(
        function(Closure(Y, inner, (X,))),
        "closure y = function g(a = 1, b) captures x",
        "'b' without a default",
    )


def test_a_closure_may_call_itself():
    text = "closure g = function g(a) captures x\n        b = g x\n        return b"
    verify(parse_function(lines_of(text)))
    verify(parse_function(lines_of(text.replace("captures x", "captures g x"))))


@pytest.mark.parametrize(
    "params, message",
    [
        ("x: keyword, y", "in the order positional, either, keyword"),
        ("x, y: positional", "in the order positional, either, keyword"),
        ("x = 1, y", "'y' without a default follows one with a default"),
    ],
)
def test_parameters_are_in_order(params, message):
    refuse(parse_function(f"function f({params})\n    return x"), "function f", message)


def test_keyword_only_parameters_may_lack_a_default():
    verify(parse_function("function f(x = 1, y: keyword = 1, z: keyword)\n    return x"))


def test_the_kind_of_a_parameter_is_a_known_one():
    refuse(
        Function("f", (Param(X, "star"),), Block((), (X,))), "function f", "'star' is not a kind of parameter"
    )


def test_a_default_is_read_outside_of_the_function():
    function = Function("f", (Param(X), Param(Y, default=X)), Block((), (Y,)))
    refuse(function, "function f", "'x' is read before it is assigned")


def test_functions_that_are_referred_to_are_there():
    module = parse_module(
        "function f(x)\n    y = @g x\n    return y\nfunction g(x)\n    y = @f x\n    return y"
    )
    verify(module)
    verify(module.main)
    refuse(Module((module.main,)), "y = @g x", "the module has no function 'g'")


def test_functions_of_a_module_have_names_of_their_own():
    with pytest.raises(InvalidIR, match="two functions of the module are named 'f'"):
        verify(Module((function(), function())))


@pytest.mark.parametrize("value", [(1, 2), [1], len, object], ids=str)
def test_a_constant_is_a_literal(value):
    with pytest.raises(InvalidIR, match="is not a literal"):
        verify(function(Entry((), op("neg"), (Const(value),))))


def test_arguments_are_atoms():
    refuse(function(Entry((), op("neg"), (1.0,))), "neg ?1.0", "1.0 is not an atom")


def test_the_entry_in_an_inner_block_is_named():
    inner = Entry((), op("neg"), (Y,))
    refuse(function(If((), X, Block((inner,)), Block(()))), "neg y", "'y' is read before it is assigned")


def test_the_outer_entry_is_named_for_what_its_blocks_yield():
    node = Try((Y,), Block((Entry((Var("a"),), op("neg"), (X,)),)), ())
    refuse(function(node), "try -> y", "there is no handler")
    deep = replace(node, targets=(), handlers=())
    refuse(function(If((), X, Block(()), Block((deep,)))), "try", "there is no handler")


def test_it_is_a_value_error():
    assert issubclass(InvalidIR, ValueError)
