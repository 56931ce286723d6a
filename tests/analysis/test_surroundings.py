"""Where entries stand, and what makes and reads variables, in small Wengert lists."""

from s2sad.analysis.surroundings import Surroundings, entry_of
from s2sad.ir.nodes import Var
from s2sad.ir.operations import operation_of
from s2sad.ir.parser import parse_function

TEXT = """function f(x, n)
    xs = list_of x
    over = range n
    for i in over with s = 0.0 -> t
        y = mul x s
        append xs y
        yield y
    try -> z
        a = truediv x t
        yield a
    except ValueError as e
        yield x
    method = getattr xs 'pop'
    last = method
    return last
"""


def around(text=TEXT):
    function = parse_function(text, {"ValueError": ValueError})
    return function, Surroundings.of(function)


def names(nodes):
    return [operation_of(node) for node in nodes]


def test_what_makes_and_reads_a_variable():
    _, found = around()
    assert operation_of(found.made[Var("y")]) == "mul"
    assert type(found.made[Var("s")]).__name__ == type(found.made[Var("i")]).__name__ == "For"
    assert names(found.uses[Var("xs")]) == ["append", "getattr"]


def test_what_comes_after_an_entry_in_its_block():
    function, found = around()
    product = found.made[Var("y")]
    assert names(found.after(product)) == ["append"]
    assert found.after(function.body.entries[0]) == function.body.entries[1:]


def test_what_may_not_run_to_its_end():
    _, found = around()
    odd = [operation_of(node) for node in found.entries if id(node) in found.odd]
    assert odd == ["truediv"]


def test_lists_that_are_made_here():
    _, found = around()
    assert found.is_fresh(Var("xs")) and not found.is_fresh(Var("a")) and not found.is_fresh(Var("x"))


def test_an_item_that_is_taken_off():
    _, found = around()
    container, method = found.pop(found.made[Var("last")])
    assert container == Var("xs") and operation_of(method) == "getattr"
    assert found.pop(found.made[Var("y")]) is None


def test_an_item_at_a_place_is_none_that_is_taken_off():
    text = TEXT.replace("last = method\n", "last = method 0\n")
    _, found = around(text)
    assert found.pop(found.made[Var("last")]) is None


def test_entries_by_what_they_do():
    _, found = around()
    product = found.made[Var("y")]
    assert entry_of(product, "mul") is product
    assert entry_of(product, "add") is None and entry_of(None, "mul") is None
