import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import defined_in
from s2sad.ir.verify import verify
from s2sad.transform.dead import remove_dead
from s2sad.transform.simplify import simplify


def simplified(text, exact="", **options):
    """The text of a function, simplified, and without what became unused by it."""
    names = frozenset(map(Var, exact.split()))
    function = simplify(parse_function(text), exact=names, **options)
    verify(function)
    return print_function(remove_dead(function, keep_raising=False))


def one(line, result="t"):
    text = f"function f(x, y)\n    m = neg y\n    {line}\n    return {result}\n"
    return simplified(text, numbers=frozenset({Var("t")}))


def body(text):
    return [line.strip() for line in text.strip().split("\n")[1:]]


@pytest.mark.parametrize(
    "line, expected",
    [
        ("t = mul 1.0 x", ["return x"]),
        ("t = mul x 1.0", ["return x"]),
        ("t = mul x 1", ["return x"]),
        ("t = truediv x 1.0", ["return x"]),
        ("t = pow x 1", ["return x"]),
        ("t = pow x 0", ["return 1.0"]),
        ("t = pow x 2", ["t = pow x 2", "return t"]),
        ("t = add 0.0 x", ["return x"]),
        ("t = add x 0.0", ["return x"]),
        ("t = sub x 0.0", ["return x"]),
        ("t = sub 0.0 x", ["t = neg x", "return t"]),
        ("t = mul 0.0 x", ["return 0.0"]),
        ("t = mul x 0.0", ["return 0.0"]),
        ("t = truediv 0.0 x", ["return 0.0"]),
        ("t = mul -1.0 x", ["t = neg x", "return t"]),
        ("t = truediv x -1.0", ["t = neg x", "return t"]),
        ("t = neg m", ["return y"]),
        ("t = pos x", ["return x"]),
        ("t = add x m", ["t = sub x y", "return t"]),
        ("t = add m x", ["t = sub x y", "return t"]),
        ("t = sub x m", ["t = add x y", "return t"]),
        ("t = accumulate None x", ["return x"]),
        ("t = accumulate x None", ["return x"]),
    ],
)
def test_identities_of_adjoints(line, expected):
    assert body(one(line)) == expected


def test_what_is_transposed_twice_is_itself():
    assert body(one("s = getattr x 'T'\n    t = getattr s 'T'")) == ["return x"]
    assert body(one("s = getattr x 'T'\n    t = getattr s 'real'"))[-1] == "return t"


@pytest.mark.parametrize("line", ["mul 0.0 x", "truediv 0.0 x", "pow x 0"])
def test_what_may_be_an_array_is_not_folded_to_a_number(line):
    text = f"function f(x)\n    t = {line}\n    z = matmul x t\n    return z\n"
    assert simplified(text) == text


@pytest.mark.parametrize(
    "line", ["mul 1.0 x", "add x 0.0", "mul 0.0 x", "pow x 1", "mul x 1", "sub x 0.0", "pos x"]
)
def test_the_users_own_values_are_left_as_they_are(line):
    text = f"function f(x)\n    t = {line}\n    return t\n"
    assert simplified(text, exact="t") == text


@pytest.mark.parametrize(
    "line, expected",
    [
        ("t = sub 2 1", "return 1"),
        ("t = add 2 3.5", "return 5.5"),
        ("t = mul 60 60", "return 3600"),
        ("t = sub 0.5 1", "return -0.5"),
        ("t = neg 0.0", "return -0.0"),
        ("t = pow 2 10", "return 1024"),
        ("t = lt 1 2", "return True"),
        ("t = not_ None", "return True"),
        ("t = is_ None None", "return True"),
        ("t = is_not 3 None", "return True"),
        ("t = getitem 'abc' 1", "return 'b'"),
        ("t = is_in 'b' 'abc'", "return True"),
        ("t = add 'a' 'b'", "return 'ab'"),
    ],
)
def test_operations_on_literals_are_done(line, expected):
    text = simplified(f"function f(x)\n    {line}\n    return t\n", exact="t")
    assert body(text) == [expected]


@pytest.mark.parametrize(
    "operation",
    [
        "truediv 1 0",  # raises
        "getitem 'abc' 7",
        "add 1 'a'",
        "pow 'a' 2",
        "truediv 1 3",  # is longer as a number
        "add 0.1 0.2",
        "pow 10 64",
        "lshift 1 4000",
        "mul 'a' 100000",
        "sub inf inf",
        "mul 1e+300 1e+300",
        "is_ 1 1",
    ],
)
def test_what_raises_or_would_be_longer_stays(operation):
    text = f"function f(x)\n    t = {operation}\n    return t\n"
    assert simplified(text, exact="t") == text


def test_a_power_with_a_known_exponent():
    assert (
        simplified("""function f(x, z_bar)
    p = sub 2 1
    t = pow x p
    t_1 = mul 2 t
    x_bar = mul z_bar t_1
    return x_bar
""")
        == """function f(x, z_bar)
    t_1 = mul 2 x
    x_bar = mul z_bar t_1
    return x_bar
"""
    )


def test_a_list_is_no_number():
    text = """function f(x)
    s = list_of x
    t = mul s 1
    u = mul s 0
    return s, t, u
"""
    assert simplified(text) == text


def test_an_amount_of_zero_is_not_added():
    text = """function f(x)
    s_bar = list_of 1.0 2.0
    add_at s_bar 0 {}
    return s_bar
"""
    assert "add_at" not in simplified(text.format("0.0"))
    assert "add_at" in simplified(text.format("x"))
    assert "add_at" in simplified(text.format("0.0"), exact="s_bar")


# ------------------------------------------------------------------------------------------------- tuples, copies


def test_dups_are_folded():
    text = """function f(z_bar)
    a, b = dup z_bar 2
    t = mul a b
    return t
"""
    assert body(simplified(text)) == ["t = mul z_bar z_bar", "return t"]
    assert simplified(text, fold_dups=False) == text


@pytest.mark.parametrize(
    "lines, expected",
    [
        ("s = tuple_of x y; t = getitem s 1", ["return y"]),
        ("s = tuple_of x y; t = getitem s -2", ["return x"]),
        ("s = tuple_of x y; a, b = unpack s 2 None; t = sub b a", ["t = sub y x", "return t"]),
        ("a, b = tuple_of x y; t = sub b a", ["t = sub y x", "return t"]),
        ("s = tuple_of x y; t = len s", ["return 2"]),
        ("s = list_of x y; t = getitem s 0", ["return x"]),
        ("s = list_of x y; t = len s", ["return 2"]),
        ("s = tuple_of x y 3; a, t = unpack s 1 0", ["t = list_of y 3", "return t"]),
        ("s = tuple_of x y 3; a, b, t = unpack s 1 1", ["return 3"]),
        ("s = tuple_of x y; t = getitem s 2", ["s = tuple_of x y", "t = getitem s 2", "return t"]),
        ("s = dup x 2; t = getitem s 1", ["return x"]),
    ],
)
def test_items_of_known_tuples(lines, expected):
    text = "function f(x, y)\n" + "".join(f"    {line}\n" for line in lines.split("; ")) + "    return t\n"
    assert body(simplified(text, exact="s a b t")) == expected


@pytest.mark.parametrize(
    "use", ["append s y", "setitem s 0 y", "u = tuple_of s", "record s", "add_at s 0 y", "u = add s s"]
)
def test_a_list_that_is_more_than_read_stays_a_list(use):
    function = parse_function(
        f"function f(x, y)\n    s = list_of x\n    {use}\n    t = getitem s 0\n    return t\n",
        {"record": print},
    )
    assert simplify(function, exact=frozenset()) is function


def test_a_list_that_is_returned_stays_a_list():
    text = """function f(x)
    s = list_of x
    t = getitem s 0
    return s, t
"""
    assert simplified(text) == text


# ------------------------------------------------------------------------------------------------------- branches


def test_a_branch_whose_condition_is_known():
    assert (
        simplified("""function f(x)
    c = lt 1 2
    if c -> z
        a = math.sin x
        yield a
    else
        b = math.cos x
        yield b
    return z
""")
        == """function f(x)
    a = math.sin x
    return a
"""
    )


def test_branches_that_give_the_same():
    assert (
        simplified("""function f(x, y)
    c = lt x 0.0
    if c -> z, v
        a = neg x
        yield y a
    else
        yield y x
    return z, v
""")
        == """function f(x, y)
    c = lt x 0.0
    if c -> v
        a = neg x
        yield a
    else
        yield x
    return y, v
"""
    )


def test_what_is_the_same_on_both_branches_is_no_result_of_them():
    text = """function f(x, y)
    c = lt x 0.0
    if c -> z
        iadd y 1.0
        yield x
    else
        yield x
    return z
"""
    function = simplify(parse_function(text), exact=frozenset())
    assert body(print_function(function))[1:3] == ["if c", "iadd y 1.0"]
    assert body(print_function(function))[-1] == "return x"


def test_a_condition_holds_in_its_branch():
    assert (
        simplified("""function f(x)
    c = lt x 0.0
    e = not_ c
    if e -> z
        if c -> u
            yield 1.0
        else
            yield x
        yield u
    else
        if e -> v
            yield 2.0
        else
            yield 3.0
        yield v
    return z
""")
        == """function f(x)
    c = lt x 0.0
    e = not_ c
    if e -> z
        yield x
    else
        yield 3.0
    return z
"""
    )


def test_the_truth_of_a_list_may_change():
    text = """function f(xs)
    if xs -> z
        s = getitem xs 0
        delitem xs 0
        if xs -> u
            yield 1.0
        else
            yield s
        yield u
    else
        yield 0.0
    return z
"""
    assert simplified(text) == text


def test_a_branch_between_true_and_false_is_the_condition():
    text = """function f(x)
    c = lt x 0.0
    if {} -> z
        yield True
    else
        yield False
    return z
"""
    assert body(simplified(text.format("c"))) == ["c = lt x 0.0", "return c"]
    assert "yield True" in simplified(text.format("x"))


def test_what_is_a_truth_on_both_branches_is_one():
    text = """function f(x, y)
    c = lt x 0.0
    if c -> d
        a = lt y 1.0
        yield a
    else
        yield {}
    if d -> z
        yield True
    else
        yield False
    return z
"""
    assert body(simplified(text.format("True")))[-1] == "return d"
    assert body(simplified(text.format("y")))[-1] == "return z"


def test_an_unassigned_variable_stays_one():
    function = parse_function("""function f(x)
    if False -> z, v
        yield x x
    else
        yield undefined x
    c = lt x 0.0
    if c -> t
        u = mul z 2.0
        yield u
    else
        yield v
    return t
""")
    after = simplify(function, exact=frozenset())
    verify(after)
    assert evaluate(after, [1.0]) == 1.0
    with pytest.raises(UnboundLocalError):
        evaluate(after, [-1.0])
    assert simplify(after, exact=frozenset()) is after


# ---------------------------------------------------------------------------------------------------------- loops


def test_values_that_a_loop_does_not_change():
    assert (
        simplified("""function f(x, y)
    r = range 3
    for i in r with s = x, k = y, u = 2.0, w = 1.0 -> z, k_2, v, w_2
        s_1 = mul s k
        s_2 = mul s_1 w
        w_1 = add w 0.0
        yield s_2 k 2.0 w_1
    return z, k_2, v, w_2
""")
        == """function f(x, y)
    r = range 3
    for i in r with s = x -> z
        s_1 = mul s y
        yield s_1
    return z, y, 2.0, 1.0
"""
    )


def test_invariants_that_show_only_when_others_are_known():
    text = """function f(x)
    while with a = x, b = 0.0 -> a_2, b_2
        cond
            c = lt b a
            yield c
        do
            t = mul 0.0 a
            a_1 = add a b
            yield a_1 t
    return a_2, b_2
"""
    assert body(simplified(text, numbers=frozenset({Var("t")})))[-1] == "return x, 0.0"


def test_a_loop_that_never_runs():
    assert body(simplified("""function f(x)
    while with a = x -> a_2
        cond
            yield False
        do
            a_1 = math.sin a
            yield a_1
    return a_2
""")) == ["return x"]


def test_an_unassigned_start_is_no_invariant():
    text = """function f(n)
    r = range n
    for i in r with a = undefined -> b
        yield a
    return b
"""
    assert simplified(text) == text


def test_a_loop_that_never_stops_early():
    assert (
        simplified("""function f(x, n)
    r = range n
    for i in r with a = x -> b [stops]
        a_1 = mul a 2.0
        yield a_1 False
    return b
""")
        == """function f(x, n)
    r = range n
    for i in r with a = x -> b
        a_1 = mul a 2.0
        yield a_1
    return b
"""
    )


# ------------------------------------------------------------------------------------------------- other regions


def test_a_closure_captures_what_its_body_reads_now():
    function = parse_function("""function f(x, y)
    a, b = dup x 2
    closure h = function g(v) captures a b
        t = mul v a
        u = mul t b
        return u
    w = h y
    return w
""")
    after = simplify(function, exact=frozenset())
    verify(after)
    assert "captures x\n" in print_function(after)
    assert evaluate(after, [3.0, 2.0]) == 18.0


def test_a_handler_and_a_manager_see_known_values():
    function = parse_function("""function f(x, lock)
    a, m = tuple_of x lock
    with m as n -> z
        try -> y
            t = truediv 1.0 a
            yield t
        except ZeroDivisionError as e
            yield a
        yield y
    return z
""")
    text = print_function(simplify(function, exact=frozenset(defined_in(function.body))))
    assert "with lock as n" in text and "t = truediv 1.0 x" in text and "yield x" in text


def test_a_guard_of_a_literal_is_a_product():
    text = "function f(x, y)\n    a = s2sad.runtime.broadcasting.guarded 0.25 x\n    return a\n"
    assert body(simplified(text)) == ["a = mul 0.25 x", "return a"]
    assert "guarded" in simplified(text, exact="a")
    assert "guarded" in simplified(text.replace("0.25", "y"))


def test_calls_of_ints_are_folded():
    text = "function f(x)\n    k = max 0 0\n    a = add x k\n    return a\n"
    assert "max" not in simplified(text)
    assert "max" in simplified(text, exact="k a")
