"""Branches: what each path leaves in the names is merged."""

import pytest


def one_branch(x):
    if x > 1.0:
        x = x * x
    return x


def both_branches(x, y):
    if x > y:
        z, w = x, 1.0
    else:
        z, w = y, 2.0
    return z * w


def tuples(x, flag):
    pair = (x, 1.0)
    if flag:
        pair = (2.0, x)
    a, b = pair
    return a - b


def unlike_shapes(x, flag):
    value = (x, 2.0 * x) if flag else [x]
    return len(value) * value[0]


def functions(x, flag):
    f = (lambda t: t * t) if x > 1.0 else (lambda t: 3.0 * t)
    return f(x) if flag else x


def defined_in_one(x, flag):
    if flag:
        y = x * x
    if flag:
        return y
    return x


def undefined(x, flag):
    if flag:
        y = x
    return y


def deleted(x, flag):
    y = x
    if flag:
        del y
    return y


def nested(x, y):
    if x > 0.0:
        if y > 0.0:
            x = x * y
        s = 2.0
    else:
        s = y
        if y > 0.0:
            s = s * s
    return s * x


def known(x, kind):
    if kind is None:
        return x
    if isinstance(x, list):
        return x[0]
    return 2.0 * x if kind else -x


def chained(x):
    return 1.0 if 0.0 < x < 1.0 < x + 0.5 else x if not (x < 0.0 or x > 3.0) else -x


def boolean_values(x, y):
    return (x and y) + (x or y) + (not x) + (x > 0 and y > 0 and x + y or 0.0)


def test_a_branch_gives_what_it_assigns(same):
    assert same(one_branch, (0.5,), (1.5,)).outline == "gt if{mul | }"
    assert same(both_branches, (1.5, 0.5), (0.5, 1.5)).outline == "gt if{ | } mul"


def test_tuples_are_merged_item_by_item(same):
    assert "tuple_of" not in same(tuples, (1.5, True), (1.5, False)).outline


def test_values_of_unlike_shapes_become_objects(same):
    made = same(unlike_shapes, (1.5, True), (1.5, False))
    assert made.outline == "if{mul tuple_of | list_of} len getitem mul"


@pytest.mark.parametrize("fun", [defined_in_one, undefined, deleted])
def test_names_that_exist_on_one_path(same, fun):
    same(fun, (1.5, True), (1.5, False))


def test_nested_branches(same):
    same(nested, (1.5, 0.5), (1.5, -0.5), (-1.5, 0.5), (-1.5, -0.5))


def test_conditions_that_are_known_leave_no_branch(same):
    assert same(known, (1.5, None)).outline == ""
    assert same(known, (1.5, True)).outline == "if{mul | neg}"


def test_chained_and_boolean_conditions(same):
    same(chained, (0.7,), (0.2,), (2.0,), (-1.0,), (4.0,))
    same(boolean_values, (1.5, 0.5), (0.0, 0.5), (1.5, 0.0), (0.0, 0.0), (-1.0, 2.0))


def test_functions_of_two_paths(same):
    same(functions, (1.5, False), (0.5, False))


def effects(x, log):
    if log.append(1) or x > 1.0:
        log.append(2)
    y = x if log.append(3) else 2.0 * x
    return y, list(log)


def test_conditions_run_once(same):
    same(effects, (1.5, []), (0.5, []))
