"""Views of a dict that meet a list, another view or None, or are kept somewhere: they show what the dict holds when read."""

import numpy as np
import pytest

import s2sad


def given(d, c):
    return d.values() if c else list(d.values())


def a_list(x, c):
    d = {"a": x, "b": x * x}
    v = d.values() if c else [x]
    d["c"] = x**3
    return sum(v)


def a_tuple(x, c):
    d = {"a": x, "b": x * x}
    v = d.values() if c else (x,)
    d["a"] = x * 4
    return max(v) + len(v)


def of_items(x, c):
    d = {"a": x, "b": x * x}
    v = d.items() if c else [("a", x)]
    d["c"] = x**3
    return sum(w for _, w in v)


def of_keys(x, c):
    d = {"a": x, "b": x * x}
    v = d.keys() if c else ["a"]
    d["c"] = x**3
    return sum(d[k] for k in v)


def in_branches(x, c):
    d = {"a": x, "b": x * x}
    if c:
        v = d.values()
    else:
        v = [x, x]
    d["a"] = x**3
    return sum(v) * x


def of_two_dicts(x, c):
    d, e = {"a": x, "b": x * x}, {"z": x**3}
    v = d.values() if c else e.values()
    d["a"] = x * 4
    e["y"] = x
    return sum(v)


def none_first(x, c):
    d = {"a": x, "b": x * x}
    v = None
    if c:
        v = d.values()
    d["a"] = x * 4
    return sum(v) if v is not None else x


def from_a_function(x, c):
    d = {"a": x, "b": x * x}
    v = given(d, c)
    d["a"] = x**3
    return sum(v)


def within_try(x, c):
    d = {"a": x, "b": x * x}
    try:
        v = d.values() if c else [x]
    except KeyError:
        v = [x]
    d["a"] = x * 4
    return sum(v)


def or_a_list(x, c):
    d = {"a": x, "b": x * x} if c else {"b": x}
    v = d.values() or [x]
    d["a"] = x * 4
    return sum(v)


def in_a_dict(x, c):
    d = {"a": x, "b": x * x}
    kept = {"v": d.values(), "c": c}
    d["a"] = x**3
    return sum(kept["v"])


def the_list_is_written(x, c):
    d, items = {"a": x}, [x]
    v = d.values() if c else items
    d["a"] = x * x
    items.append(x**3)
    return sum(v)


def of_plain_numbers(x, c):
    d = {"a": 1.0, "b": 2.0}
    v = d.values() if c else [3.0]
    d["a"] = 4.0
    return sum(v) * x


@pytest.mark.parametrize("c", [True, False])
@pytest.mark.parametrize(
    "f",
    [
        a_list,
        a_tuple,
        of_items,
        of_keys,
        in_branches,
        of_two_dicts,
        none_first,
        from_a_function,
        within_try,
        or_a_list,
        in_a_dict,
        the_list_is_written,
        of_plain_numbers,
    ],
)
def test_a_view_shows_what_is_there(f, c):
    slope = (f(1.5 + 1e-6, c) - f(1.5 - 1e-6, c)) / 2e-6
    assert np.allclose(s2sad.value_and_grad(f)(1.5, c), (f(1.5, c), slope))
    assert np.allclose(s2sad.jvp(f, (1.5, c), (1.0, None)), (f(1.5, c), slope))
    value, pullback = s2sad.vjp(f, 1.5, c)
    assert np.allclose((value, pullback(1.0)[0]), (f(1.5, c), slope))


def carried(x, n):
    d, v = {"a": x}, [x]
    for i in range(n):
        d[i] = sum(v)
        v = d.values()
    return sum(v)


def appended(x, n):
    d, views = {"a": x, "b": x * x}, []
    for _ in range(n):
        views.append(d.values())
    d["a"] = x * 5
    return sum(views[0]) + sum(views[1])


@pytest.mark.parametrize(
    "f, words", [(carried, "changes from iteration to iteration"), (appended, "view of a dict")]
)
def test_where_it_cant_be_followed_it_is_refused(f, words):
    with pytest.raises(s2sad.DifferentiationError, match=words):
        s2sad.grad(f)(1.5, 2)
