"""What follows a branch is moved into it where the branch decides what that is."""

from s2sad.backend.inline_expressions import Folds
from s2sad.backend.references import Environment
from s2sad.backend.sequence import truth
from s2sad.backend.writer import Writer
from s2sad.ir.nodes import Const, Var
from s2sad.ir.parser import parse_function

FLAGS = """
    function f(x, c)
        if c -> big, y
            print x
            yield True x
        else
            print c
            yield False c
        if big -> z
            t = mul y 2.0
            yield t
        else
            t_1 = neg y
            yield t_1
        return z
    """


def test_a_flag_that_a_branch_decides_is_not_asked_again(check):
    check(
        FLAGS,
        """
        if c:
            print(x)
            y = x
            return y * 2.0
        print(c)
        y = c
        return -y
        """,
        ((3.0, True), 6.0),
        ((3.0, 0.0), -0.0),
    )


def test_a_condition_that_stays_open_is_asked_for(check):
    check(
        """
        function f(x, c)
            if c -> y
                print x
                yield x
            else
                print c
                yield c
            t = gt y 2.0
            if t -> z
                print 1
                yield 1.0
            else
                print 2
                yield y
            return z
        """,
        """
        if c:
            print(x)
            y = x
        else:
            print(c)
            y = c
        if y > 2.0:
            print(1)
            return 1.0
        print(2)
        return y
        """,
        ((3.0, True), 1.0),
        ((1.0, True), 1.0),
        ((3.0, 0.0), 0.0),
    )


def test_truths_that_are_known():
    text = """function f(c, x)
    t = not_ c
    if c -> u
        yield x
    else
        yield c
    if c -> v
        yield c
    else
        yield x
    return t, u, v
"""
    t, u, v = parse_function(text).body.entries
    nested = {Var("t"): t, Var("u"): u, Var("v"): v}
    writer = Writer({}, Folds(nested, set(), {}), Environment())
    assert truth(writer, Var("c")) is truth(writer, Var("u")) is None
    with writer.knowing({Var("c"): Const(True)}):
        assert truth(writer, Var("t")) is False and truth(writer, Var("v")) is True
        assert truth(writer, Var("u")) is None
        with writer.knowing({Var("x"): Const(0)}):
            assert truth(writer, Var("u")) is False
    with writer.knowing({Var("c"): Const(False)}):
        assert truth(writer, Var("t")) is True and truth(writer, Var("u")) is False
        assert truth(writer, Var("v")) is None
