"""`with` statements as calls and `try`: what runs, and in which order."""

import ast
import textwrap

import pytest

from s2sad.frontend.desugar.managers import ERROR, ending, inner_body, left, raising, suppressed


def parsed(text):
    return ast.parse(textwrap.dedent(text)).body[0]


def run(statements, **names):
    for statement in statements:
        for node in ast.walk(statement):
            if getattr(node, "id", getattr(node, "name", "")) == ERROR:
                setattr(node, "id" if hasattr(node, "id") else "name", "_error")
            if isinstance(node, ast.Constant) and isinstance(node.value, type):
                node.__class__, node.id, node.ctx = ast.Name, node.value.__name__, ast.Load()
    exec(compile(ast.Module(statements, []), "<test>", "exec"), names)
    return names


class Manager:
    """Writes down with what it is left, and may end the exception."""

    def __init__(self, ends):
        self.ends, self.seen = ends, []

    def leave(self, kind, error, trace):
        self.seen.append(kind)
        assert (trace is None) is (error is None)
        return self.ends


def test_several_managers_stand_in_each_other():
    node = parsed("with a as x, b as y, c:\n    body")
    (inner,) = inner_body(node)
    assert ast.unparse(inner) == "with b as y, c:\n    body"
    assert inner_body(node)[0] is inner  # one node, however often it is asked for
    assert inner_body(parsed("with a: body; more")) != []


def test_exceptions_of_some_classes_are_ended():
    node = parsed("with suppress(KeyError, IndexError):\n    x = 1\n    x = {}[2]\n    x = 3")
    made = suppressed(node, node.items[0].context_expr)
    assert run([made])["x"] == 1
    other = parsed("with suppress(KeyError):\n    1 / 0")
    with pytest.raises(ZeroDivisionError):
        run([suppressed(other, other.items[0].context_expr)])


def test_what_is_raised_goes_on():
    node = parsed("with m:\n    x = 1 / d")
    manager = Manager(ends=True)
    with pytest.raises(ZeroDivisionError):
        run([raising(node, "leave"), left(node, "leave")], leave=manager.leave, d=0.0)
    assert manager.seen == [ZeroDivisionError]
    assert run([raising(node, "leave"), left(node, "leave")], leave=manager.leave, d=2.0)["x"] == 0.5
    assert manager.seen == [ZeroDivisionError, None]


@pytest.mark.parametrize("ends", [True, False])
def test_what_is_raised_may_be_ended(ends):
    node = parsed("with m:\n    x = 1 / d")
    manager = Manager(ends)
    assert run([ending(node, "leave")], leave=manager.leave, d=2.0)["x"] == 0.5
    if ends:
        assert "x" not in run([ending(node, "leave")], leave=manager.leave, d=0.0)
    else:
        with pytest.raises(ZeroDivisionError):
            run([ending(node, "leave")], leave=manager.leave, d=0.0)
    assert manager.seen == [None, ZeroDivisionError]
