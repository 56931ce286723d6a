import pytest

from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.dead import remove_dead


def names(text):
    return frozenset(map(Var, text.split()))


def unknown(x):
    return [x]


def swept(text, exact="", replayed="", **options):
    function = parse_function(text, {"unknown": unknown})
    changed = remove_dead(function, exact=names(exact), replayed=names(replayed), **options)
    verify(changed)
    return print_function(changed)


def around(lines):
    return "function f(x, y)\n" + "".join(f"    {line}\n" for line in lines.split("; ")) + "    return x\n"


@pytest.mark.parametrize(
    "lines",
    [
        "a = mul x y",
        "a = truediv x y",
        "a, b = dup x 2",
        "a = list_of x; append a y",
        "a = list_of x; setitem a 0 y; b = getitem a 0; c = math.sin b",
        "a = zeros_like x; add_at a 0 y",
        "a = list_of; append a x; b = list.pop a",
        "a = list_of; m = getattr a 'append'; m x",
        "a = list_of; b = iadd a a",
        "a = zip x y; b = list a",
        "a = list_of 0.0; b = mul a y; add_at b 0 x",
        "a = shadow_of x; merge a y; b = take_last a; c = adjoint_of a x",
        "a = numpy.sin x",
        "mul x y",
    ],
)
def test_what_nothing_uses_goes(lines):
    assert swept(around(lines)) == "function f(x, y)\n    return x\n"


@pytest.mark.parametrize(
    "lines",
    [
        "append x y",
        "a = getitem x 0; append a y",
        "a = list_of x; b = getitem a 0; append b y",
        "a = list.pop x",
        "a = unknown x",
        "a = x y",
        "a = list_of y; unknown a",
        "a = iadd x y",
        "raise_ x",
        "print x",
        "comment 'reverse sweep'",
        "a = unknown x; b = list a",
        "a = max x key=y",
        "numpy.sin x out=y",
    ],
)
def test_effects_stay(lines):
    assert swept(around(lines)) == around(lines)


def test_a_container_that_is_read_keeps_what_is_written_to_it():
    text = """function f(x, n)
    s = list_of
    r = range n
    for i in r
        append s x
    a = list.pop s
    b = getitem s 0
    return b
"""
    assert swept(text) == text


def test_writes_through_another_name_of_what_is_returned_stay():
    text = """function f(x, n)
    s = list_of x
    r = range n
    for i in r with p = s -> q
        append p x
        yield p
    return s
"""
    assert swept(text) == text.replace("with p = s -> q", "with p = s -> q")


def test_carried_values_that_only_feed_themselves_go():
    assert (
        swept("""function f(x, n)
    s = list_of
    r = range n
    for i in r with a = x, u = 1.0, v = 0.0 -> z, u_2, v_2
        append s a
        a_1 = mul a i
        u_1 = add u v
        v_1 = mul u v
        yield a_1 u_1 v_1
    return z
""")
        == """function f(x, n)
    r = range n
    for i in r with a = x -> z
        a_1 = mul a i
        yield a_1
    return z
"""
    )


def test_a_carried_value_that_is_used_in_the_loop_stays():
    text = """function f(x, n)
    r = range n
    for i in r with a = x, u = 1.0 -> z, u_2
        a_1 = mul a u
        u_1 = add u i
        yield a_1 u_1
    return z
"""
    assert swept(text) == text


def test_targets_of_branches_go_with_what_they_need():
    assert (
        swept("""function f(x, c)
    if c -> a, b
        t = math.sin x
        u = math.cos x
        yield t u
    else
        yield x x
    return b
""")
        == """function f(x, c)
    if c -> b
        u = math.cos x
        yield u
    else
        yield x
    return b
"""
    )


def test_a_while_keeps_what_decides_when_it_ends():
    text = """function f(x)
    while with a = x, k = 0 -> b, k_2 [stops]
        cond
            c = lt k 3
            yield c
        do
            a_1 = mul a a
            k_1 = add k 1
            d = gt a_1 9.0
            yield a_1 k_1 d
    return b
"""
    assert swept(text) == text


@pytest.mark.parametrize("header", ["while", "for i in x"])
def test_a_region_without_effect_goes(header):
    cond = "        cond\n            yield True\n        do\n            a = mul x y\n"
    inside = cond if header == "while" else "        a = mul x y\n"
    assert (
        swept(f"function f(x, y)\n    {header}\n{inside}    return x\n") == "function f(x, y)\n    return x\n"
    )


def test_a_comment_goes_with_its_region():
    text = """function f(x, c)
    if c
        comment 'nothing is left of this'
        a = mul x x
    if c
        comment 'this is for an effect'
        print x
    return x
"""
    after = swept(text)
    assert "nothing is left" not in after and "this is for an effect" in after


def test_what_may_raise_stays_if_it_is_the_users():
    text = around("a = truediv x y; b = math.log x; c = mul x y; d = truediv x 2.0")
    assert swept(text, exact="a c d") == around("a = truediv x y")
    assert swept(text, exact="a b c d", replayed="b") == around("a = truediv x y")
    assert swept(text, exact="a b c d", keep_raising=False) == "function f(x, y)\n    return x\n"


def test_a_copy_of_a_list_that_is_made_here_cannot_raise():
    left = swept(around("a = list_of x; append a y; b = list a; c = tuple a"), exact="b c")
    assert left == "function f(x, y)\n    return x\n"
    assert "list y" in swept(around("b = list y"), exact="b")


def test_what_may_raise_stays_where_that_is_caught():
    text = """function f(x, y)
    try -> z
        a = truediv x y
        b = mul x y
        d = getitem y 0
        c = math.sin x
        yield 1.0
    except ZeroDivisionError
        yield 2.0
    return z
"""
    assert swept(text) == text.replace("        b = mul x y\n", "")


def test_an_iterator_is_used_up_only_if_others_see_it():
    text = """function f(x, y)
    a = zip x y
    for i in a
        b = neg 1.0
    {}
    return c
"""
    assert "for i in a" in swept(text.format("c = list a"))
    assert "for i in a" not in swept(text.format("c = list x"))


def test_a_closure_is_needed_with_what_it_reads():
    assert (
        swept("""function f(x, y)
    a = math.sin x
    b = math.cos y
    closure g = function g(v) captures a b
        t = mul v a
        u = mul v b
        return t
    closure h = function h(v) captures b
        w = mul v b
        print w
        return w
    z = g x
    return z
""")
        == """function f(x, y)
    a = math.sin x
    closure g = function g(v) captures a
        t = mul v a
        return t
    z = g x
    return z
"""
    )


def test_effects_within_a_closure_that_is_called_stay():
    text = """function f(x, y)
    s = list_of
    closure g = function g(v) captures s
        append s v
        print v
        return None
    g x
    return s
"""
    assert swept(text) == text


def test_a_manager_stays_but_not_its_unused_results():
    assert (
        swept("""function f(x, lock)
    with lock as n -> a, b
        t = mul x x
        u = neg x
        yield t u
    return b
""")
        == """function f(x, lock)
    with lock as n -> b
        u = neg x
        yield u
    return b
"""
    )


def test_calls_of_pure_functions_of_the_module_go():
    text = around("a = @g x; b = @h x")
    assert swept(text, pure_functions=frozenset(["g"])) == around("b = @h x")


def test_nothing_to_do_gives_the_function_itself():
    function = parse_function(around("x_1 = print x"))
    assert remove_dead(function) is function
