"""By which calls something is reached: a library's code is shown behind the user's call."""

import ast
import statistics
import types

import pytest

from s2sad.frontend.call_chain import CallChain, package_of
from s2sad.ir.nodes import Location


class Text:
    """A source that says where a node stands."""

    def __init__(self, file):
        self.file = file

    def location(self, node):
        return Location(self.file, node.lineno, node.col_offset, "")


def scope_of(owner, file):
    return types.SimpleNamespace(owner=owner, source=Text(file))


def owner(module):
    def function(): ...

    function.__module__ = module
    return function


def node(line):
    return ast.parse("\n" * (line - 1) + "f(x)").body[0].value


@pytest.fixture
def chain():
    found = CallChain()
    found.begin(owner("model"))
    return found


def test_the_users_own_code_has_no_callers(chain):
    user = scope_of(owner("model"), "model.py")
    with chain.call(user, node(4)):
        assert chain.location(user, node(9)) == Location("model.py", 9, 0, "")


def test_what_is_in_a_library_has_the_calls_that_lead_there(chain):
    user, library = scope_of(owner("model"), "model.py"), scope_of(statistics.mean, "statistics.py")
    with chain.call(user, node(4)), chain.call(library, node(30)):
        found = chain.location(library, node(55))
    assert (found.file, found.line) == ("statistics.py", 55)
    assert [(one.file, one.line) for one in found.callers] == [("model.py", 4), ("statistics.py", 30)]


def test_this_packages_own_code_stands_where_it_is_called(chain):
    user, own = scope_of(owner("model"), "model.py"), scope_of(owner("s2sad.rules.linalg"), "linalg.py")
    with chain.call(user, node(4)):
        assert chain.location(own, node(99)) == Location("model.py", 4, 0, "")


def test_calls_that_have_ended_are_gone(chain):
    user = scope_of(owner("model"), "model.py")
    with pytest.raises(KeyError), chain.call(user, node(4)):
        assert len(chain.nodes()) == 1
        raise KeyError
    assert chain.nodes() == ()


def test_packages():
    assert package_of(owner("a.b.c")) == "a" and package_of(object()) == ""
