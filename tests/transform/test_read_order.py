"""A list in which something is read on another side of a change than it was meant to be is refused."""

from dataclasses import replace
from types import FunctionType

import numpy as np
import pytest

import s2sad
from s2sad.ir.operations import operation_of
from s2sad.ir.parser import parse_function
from s2sad.transform import cleanup, module_cleanup
from s2sad.transform.read_order import ReadTooLate, verify_order

from .test_memory import FORMULAS, SHARED


def check(before, after, **options):
    verify_order(parse_function(before), parse_function(after), **options)


TAKEN_PAST = (
    """function f(c, w)
    y = mul c w
    t = neg y
    iadd y w
    b = mul t c
    return b
""",
    """function f(c, w)
    y = mul c w
    iadd y w
    t = neg y
    b = mul t c
    return b
""",
)
OF_A_PART = (
    """function f(c, w)
    y = mul c w
    r = getitem y 0
    t = neg r
    store y 0 c
    return t
""",
    """function f(c, w)
    y = mul c w
    r = getitem y 0
    store y 0 c
    t = neg r
    return t
""",
)


@pytest.mark.parametrize("lists", [TAKEN_PAST, OF_A_PART])
def test_a_read_is_not_taken_past_a_change(lists):
    with pytest.raises(ReadTooLate, match="other side of a change"):
        check(*lists)
    with pytest.raises(ReadTooLate, match="other side of a change"):
        check(*lists[::-1])


TAKEN_FOR_ONE = """function f(c, w)
    y = mul c w
    v = mul w w
    if c -> either
        yield y
    else
        yield v
    t = neg y
    iadd v w
    return t
"""
APART = """function f(c, w)
    y = mul c w
    v = mul w w
    iadd v w
    t = neg y
    return t
"""


def test_what_is_taken_for_one_object_in_the_list_before_alone_may_be_read_past_a_change():
    check(TAKEN_FOR_ONE, APART)
    with pytest.raises(ReadTooLate, match="other side of a change"):
        check(
            TAKEN_FOR_ONE,
            TAKEN_FOR_ONE.replace("    t = neg y\n    iadd v w\n", "    iadd v w\n    t = neg y\n"),
        )


def test_a_read_may_be_taken_past_the_change_of_something_else():
    check(*[text.replace("iadd y w", "iadd w c") for text in TAKEN_PAST])


RENAMED = {
    "meant to be read after a change": (
        """function f(v, w)
    n = neg v
    iadd n w
    x = neg n
    return x
""",
        """function f(v, w)
    n = neg v
    iadd n w
    return v
""",
    ),
    "changed since": (
        """function f(v, w)
    n = mul v w
    m = mul n 1.0
    iadd n w
    x = mul m w
    return x
""",
        """function f(v, w)
    n = mul v w
    iadd n w
    x = mul n w
    return x
""",
    ),
    "looked through": (
        """function f(v, w)
    n = mul v w
    m = neg n
    iadd n w
    x = add v m
    return x
""",
        """function f(v, w)
    n = mul v w
    iadd n w
    x = sub v n
    return x
""",
    ),
    "another object": (
        """function f(v, w)
    a = mul v w
    b = mul v w
    store b 0 w
    x = add a b
    return x
""",
        """function f(v, w)
    a = mul v w
    store a 0 w
    x = add a a
    return x
""",
    ),
}


@pytest.mark.parametrize("why", RENAMED)
def test_what_another_name_stands_for_has_to_be_the_same(why):
    before, after = RENAMED[why]
    if why == "meant to be read after a change":
        before, after = (text.replace("return x", "y = mul x w\n    return y") for text in (before, after))
        after = after.replace("return v", "y = mul v w\n    return y")
        before = before.replace("(v, w)", "(u, w)\n    v = mul u w")
        after = after.replace("(v, w)", "(u, w)\n    v = mul u w")
    with pytest.raises(ReadTooLate, match=why):
        check(before, after, renamed=True)


def test_branches_that_exclude_each_other_come_after_none_of_each_other():
    before = """function f(v, w, c)
    n = mul v w
    a = neg n
    if c -> z
        iadd n w
        yield v
    else
        b = neg n
        x = mul b w
        yield x
    return z
"""
    check(before, before.replace("        b = neg n\n", "").replace("mul b w", "mul a w"), renamed=True)


@pytest.fixture
def checked_passes(monkeypatch):
    """Lists are looked at after every single pass of the clean-up."""
    passes = []

    def clean(function, **options):
        last = function

        def observe(name, made):
            nonlocal last
            verify_order(last, made, pure_functions=options["pure_functions"], renamed=True)
            passes.append(name)
            last = made

        return cleanup.clean(function, **{**options, "observe": observe})

    monkeypatch.setattr(module_cleanup, "clean", clean)
    return passes


def with_code_of_its_own(fun):
    """No other test has made a derivative for this code."""
    return FunctionType(
        fun.__code__.replace(), fun.__globals__, fun.__name__, fun.__defaults__, fun.__closure__
    )


@pytest.mark.parametrize("fun", [*SHARED, *FORMULAS])
def test_every_pass_keeps_the_order(fun, checked_passes):
    x = np.array([0.2, 0.4]) if fun in FORMULAS else 1.3
    fun = with_code_of_its_own(fun)
    s2sad.grad(fun)(x)
    s2sad.jvp(fun, (x,), (x,))
    s2sad.hvp(fun, (x,), (x,))
    assert "dead" in checked_passes


def test_the_pipeline_refuses_a_pass_that_reads_too_late(monkeypatch):
    def late(function, **options):
        """The minus is taken after the sum is changed."""
        done = cleanup.clean(function, **options)
        entries = list(done.body.entries)
        minus = next(node for node in entries if operation_of(node) == "neg")
        change = next(node for node in entries if operation_of(node) == "iadd")
        entries.remove(minus)
        entries.insert(entries.index(change) + 1, minus)
        return replace(done, body=replace(done.body, entries=tuple(entries)))

    def fun(x):
        y = 2 * x
        n = -y
        y += x
        return np.sum(y) * 0.0 + n

    monkeypatch.setattr(module_cleanup, "clean", late)
    with pytest.raises(ReadTooLate):
        s2sad.jvp(fun, (np.ones(2),), (np.ones(2),))
