import numpy as np
import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.cse import share_common


def poke(items):
    items[0] = 7.0


def shared(text, exact="", **options):
    function = parse_function(text, {"poke": poke})
    changed = share_common(function, exact=frozenset(map(Var, exact.split())), **options)
    verify(changed)
    return print_function(changed)


def lines(text):
    return [line.strip() for line in text.strip().split("\n")]


def test_an_equal_entry_is_computed_once():
    assert (
        shared("""function f(x, y)
    a = mul x y
    b = math.sin a
    c = mul y x
    d = math.sin c
    t = add b d
    return t
""")
        == """function f(x, y)
    a = mul x y
    b = math.sin a
    t = add b b
    return t
"""
    )


def test_a_value_is_shared_with_inner_blocks_but_not_from_them():
    assert (
        shared("""function f(x, n)
    s = math.sin x
    c = lt s 0.0
    if c -> z
        t = math.sin x
        u = math.cos x
        v = add t u
        yield v
    else
        u_1 = math.cos x
        yield u_1
    u_2 = math.cos x
    r = range n
    for i in r with a = z -> b
        u_3 = math.cos x
        a_1 = mul a u_3
        yield a_1
    d = add b u_2
    return d
""")
        == """function f(x, n)
    s = math.sin x
    c = lt s 0.0
    if c -> z
        u = math.cos x
        v = add s u
        yield v
    else
        u_1 = math.cos x
        yield u_1
    u_2 = math.cos x
    r = range n
    for i in r with a = z -> b
        a_1 = mul a u_2
        yield a_1
    d = add b u_2
    return d
"""
    )


def test_terms_of_a_sum_are_not_swapped():
    text = """function f(x, y)
    a = add x y
    b = add y x
    t = mul a b
    return t
"""
    assert shared(text) == text


def test_literals_of_other_types_are_other_values():
    text = """function f(x)
    a = mul x 1
    b = mul x 1.0
    c = mul x True
    t = tuple_of a b c
    return t
"""
    assert shared(text) == text


def test_several_targets_are_shared_too():
    assert lines(shared("""function f(x)
    a, b = unpack x 2 None
    c, d = unpack x 2 None
    t = add b d
    return t
"""))[1:] == ["a, b = unpack x 2 None", "t = add b b", "return t"]


@pytest.mark.parametrize(
    "entry",
    ["list_of x", "record x", "dup x 2", "zeros_like x", "min x", "zip x x", "sum x", "print x", "tuple x"],
)
def test_what_makes_something_new_or_uses_something_up_is_not_shared(entry):
    function = parse_function(
        f"function f(x)\n    a = {entry}\n    b = {entry}\n    t = tuple_of a b\n    return t\n",
        {"record": len},
    )
    if "record" not in entry:
        assert share_common(function, exact=frozenset()) is function
    else:
        assert share_common(function, exact=frozenset()) is not function


READS_AROUND = """function f(xs, x)
    a = getitem xs 0
    {}
    b = getitem xs 0
    t = add a b
    return t
"""


@pytest.mark.parametrize(
    "write",
    [
        "setitem xs 0 x",
        "append xs x",
        "add_at xs 0 x",
        "delitem xs 0",
        "list.append xs x",
        "poke xs",
        "u = iadd xs xs",
        "ys = getitem xs slice; setitem ys 0 x",
        "rows = list_of xs; row = getitem rows 0; setitem row 0 x",
        "rows = list_of x; append rows xs; row = getitem rows 0; setitem row 0 x",
        "rows = list_of xs; row, row_2 = unpack rows 1 0; setitem row 0 x",
        "row, row_2 = tuple_of xs xs; setitem row_2 0 x",
        "row, row_2 = dup xs 2; setitem row_2 0 x",
        "m = getattr xs 'append'; m x",
        "u = list.pop xs",
        "u = take_last xs",
        "merge xs x",
        "rows = list xs; row = getitem rows 0; setitem row 0 x",
        "for i in xs$    setitem i 0 x",
    ],
)
def test_memory_is_read_again_after_a_write(write):
    text = READS_AROUND.format("\n    ".join(write.replace("$", "; ").split("; ")))
    assert "b = getitem xs 0" in shared(text)


@pytest.mark.parametrize(
    "entry",
    [
        "s = list_of x; append s x",
        "s = list_of xs; append s x",
        "print x",
        "s = zeros_like xs; add_at s 0 x",
        "s = list xs; setitem s 0 x",
    ],
)
def test_memory_is_not_read_again_after_a_write_to_something_else(entry):
    text = READS_AROUND.format("\n    ".join(entry.split("; ")))
    assert "b = " not in shared(text)


def test_memory_is_read_again_in_and_after_a_loop_that_writes():
    text = """function f(xs, n)
    a = getitem xs 0
    r = range n
    for i in r with s = a -> z
        b = getitem xs 0
        s_1 = add s b
        setitem xs 0 s_1
        yield s_1
    c = getitem xs 0
    t = add z c
    return t
"""
    assert shared(text) == text


def test_what_one_branch_writes_the_other_does_not_see():
    text = """function f(xs, c)
    a = getitem xs 0
    if c -> z
        setitem xs 0 1.0
        b = getitem xs 0
        yield b
    else
        b_1 = getitem xs 0
        yield b_1
    d = getitem xs 0
    t = add z d
    return t
"""
    assert shared(text) == text.replace(
        "        b_1 = getitem xs 0\n        yield b_1\n", "        yield a\n"
    )


def test_an_alias_through_a_branch_or_a_loop_is_the_object():
    text = """function f(xs, ys, c, n)
    s = list_of 1.0
    a = getitem s 0
    if c -> u
        yield s
    else
        yield ys
    r = range n
    for i in r with v = u -> w
        setitem v 0 2.0
        yield v
    b = getitem s 0
    t = add a b
    return t
"""
    assert shared(text) == text


def test_the_target_of_an_in_place_operator_is_its_operand():
    text = """function f(xs, x)
    s = list_of x
    u = iadd s xs
    a = getitem u 0
    setitem s 0 2.0
    b = getitem u 0
    t = add a b
    return t
"""
    assert shared(text) == text


@pytest.mark.parametrize(
    "before, write",
    [
        ("t = list_of p; s = slice 0 1", "u = getitem t s; row = getitem u 0; setitem row 0 2.0"),
        (
            "t = list_of p; t_1 = list_of q; u, u_1 = dup t 2; m = max t t_1",
            "row = getitem m 0; setitem row 0 2.0",
        ),
    ],
)
def test_an_item_of_what_was_made_here_is_read_again(before, write):
    entries = [
        "p = list_of 1.0",
        "q = list_of 3.0",
        *before.split("; "),
        "a = getitem p 0",
        *write.split("; "),
    ]
    lines = "".join(f"    {entry}\n" for entry in entries)
    text = f"function f(x, y)\n{lines}    b = getitem p 0\n    r = add a b\n    return r\n"
    assert shared(text) == text


def test_an_item_of_a_slice_is_an_item():
    text = """function f(x)
    p = list_of 1.0
    t = list_of p
    s = slice 0 1
    u = getitem t s
    row = getitem u 0
    a = getitem row 0
    setitem p 0 2.0
    b = getitem row 0
    r = add a b
    return r
"""
    assert shared(text) == text


def test_lists_that_may_be_one_hold_the_same():
    text = """function f(x, c)
    p = list_of 1.0
    s = list_of p
    q = list_of 1.0
    s_1 = list_of q
    if c -> u
        yield s
    else
        yield s_1
    a = getitem p 0
    b = getitem q 0
    row = getitem u 0
    setitem row 0 2.0
    a_1 = getitem p 0
    b_1 = getitem q 0
    t = tuple_of a b a_1 b_1
    return t
"""
    assert shared(text) == text


def test_a_list_is_compared_again_when_one_of_its_items_was_written():
    text = """function f(x, c)
    p = list_of x
    s = list_of p
    a = eq s c
    setitem p 0 2.0
    b = eq s c
    t = tuple_of a b
    return t
"""
    assert shared(text) == text


def test_slices_that_are_written_stay_apart():
    text = """function f(xs, i)
    s = slice i None
    a = getitem xs s
    b = getitem xs s
    append a 1.0
    t = len b
    return t
"""
    assert shared(text) == text


def test_numbers_are_not_written():
    text = """function f(x, y, xs)
    a = mul x y
    poke xs
    b = mul x y
    t = add a b
    return t
"""
    assert shared(text) == text
    assert "b = " not in shared(text, numbers=frozenset(map(Var, "xy")))


def test_sums_of_lists_that_are_written_stay_apart():
    text = """function f(xs)
    a = add xs xs
    b = add xs xs
    append a 1.0
    t = len b
    return t
"""
    assert shared(text) == text


def test_a_product_with_a_list_that_was_written_is_computed_again():
    text = """function f(x)
    s = list_of x
    a = mul s 2
    append s x
    b = mul s 2
    m, n = tuple_of a b
    p = getitem m 2
    q = add p n
    return q
"""
    assert shared(text) == text


def test_numbers_are_shared_around_writes_to_lists():
    assert "c = " not in shared("""function f(x, y)
    s = list_of x
    a = mul x y
    append s a
    b = list.pop s
    c = mul x y
    t = add b c
    return t
""")


def test_values_that_are_returned_both_stay_apart():
    text = """function f(x)
    a = mul x 2
    b = mul x 2
    return a, b
"""
    assert shared(text, exact="a b") == text
    assert "b = " not in shared(text)


def test_a_raising_entry_of_the_user_is_not_dropped_for_one_that_may_go():
    text = """function f(x, y)
    a = truediv x y
    b = truediv x y
    t = add b 1.0
    return t
"""
    assert shared(text, exact="b t") == text
    assert "b = " not in shared(text, exact="a b t")


def test_a_global_is_read_again_after_an_unknown_call():
    text = """function f(x)
    a = mul x $G
    {}
    b = mul x $G
    t = add a b
    return t
"""
    scope = {"G": 2.0, "poke": poke}
    for call, stays in (("poke x", True), ("print x", False)):
        function = parse_function(text.format(call), scope, poke)
        assert ("b = " in print_function(share_common(function, exact=frozenset()))) is stays


def test_calls_of_the_modules_pure_functions_are_shared():
    text = """function f(x)
    a = @g x
    b = @g x
    t = add a b
    return t
"""
    assert shared(text) == text
    assert "b = " not in shared(text, pure_functions=frozenset(["g"]))


def test_nothing_is_shared_across_the_border_of_a_closure():
    function = parse_function("""function f(xs)
    a = getitem xs 0
    b = getitem xs 0
    closure h = function h(v) captures xs b
        c = getitem xs 0
        d = add c b
        return d
    setitem xs 0 5.0
    e = h a
    return e
""")
    after = share_common(function, exact=frozenset())
    verify(after)
    assert "captures xs a" in print_function(after)
    assert evaluate(after, [[1.0]]) == 6.0


def test_handlers_and_managers_are_looked_into():
    text = shared("""function f(x, lock)
    a = math.sin x
    try -> z
        b = math.sin x
        c = truediv 1.0 b
        yield c
    except ZeroDivisionError
        d = math.sin x
        yield d
    with lock -> y
        e = math.sin x
        yield e
    t = add z y
    return t
""")
    assert text.count("math.sin") == 1


def test_arrays_that_are_made_to_be_filled_stay_two():
    text = """function f(n)
    p = np.eye n
    q = np.eye n
    u = mul p q
    return u
"""
    own = parse_function(text, {"np": np})
    assert print_function(share_common(own, exact=frozenset(map(Var, "pqu")))) == print_function(own)
    assert "q = " not in print_function(share_common(own, exact=frozenset()))
    assert "q = " not in print_function(share_common(own, exact=frozenset(map(Var, "pqu")), ranges=True))
