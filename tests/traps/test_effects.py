"""What a function does beside computing happens once, and expressions with effects are evaluated once."""

import logging

import pytest

import s2sad


def printing(x, n):
    print("start", n)
    for k in range(n):
        x = x * x + 1.0
        print(f"step {k}: {x:.3f}", end=";\n")
    return x


def test_printing_happens_once_and_in_order(capsys):
    printing(0.5, 2)
    wanted = capsys.readouterr().out
    s2sad.value_and_grad(printing)(0.5, 2)
    assert capsys.readouterr().out == wanted
    s2sad.grad(printing)(0.5, 2)
    assert capsys.readouterr().out == wanted
    s2sad.jvp(printing, (0.5, 2), (1.0, None))
    assert capsys.readouterr().out == wanted
    s2sad.hvp(printing, (0.5, 2), (1.0, None))
    assert capsys.readouterr().out == wanted


def test_a_pullback_does_not_repeat_effects(capsys):
    _, pullback = s2sad.vjp(printing, 0.5, 2)
    capsys.readouterr()
    pullback(1.0)
    pullback(2.0)
    assert capsys.readouterr().out == ""


def logged(x):
    logging.warning("x is %s", x)
    return x * x


def test_logging(caplog):
    assert s2sad.grad(logged)(3.0) == 6.0
    assert [record.getMessage() for record in caplog.records] == ["x is 3.0"]


LOGGER = logging.getLogger("model")


def logged_by_a_logger(x):
    LOGGER.warning("x is %s", x)
    return x * x


def test_a_logger(caplog):
    assert s2sad.grad(logged_by_a_logger)(3.0) == 6.0
    assert [record.getMessage() for record in caplog.records] == ["x is 3.0"]


CALLS: list = []


def noted(value):
    CALLS.append(value)
    return value


def noted_square(x):
    CALLS.append("square")
    return x * x


def effects_in_expressions(x):
    y = noted_square(x) * noted(2)
    y += noted(3)
    z = y if noted(True) else noted(4)
    return z * noted_square(z)


def test_effects_in_expressions():
    CALLS.clear()
    plain = effects_in_expressions(2.0)
    wanted = list(CALLS)
    for derivative in (
        lambda: s2sad.value_and_grad(effects_in_expressions)(2.0)[0],
        lambda: s2sad.jvp(effects_in_expressions, (2.0,), (1.0,))[0],
    ):
        CALLS.clear()
        assert derivative() == plain
        assert CALLS == wanted


def index_with_effect(xs, places):
    total = xs[places.pop()]
    total *= xs[places.pop()]
    return total * xs[places.pop()]


def test_an_index_with_an_effect_is_evaluated_once():
    places = [0, 1, 2]
    assert s2sad.grad(index_with_effect)([2.0, 3.0, 5.0], places) == [15.0, 10.0, 6.0]
    assert places == []


def augmented_index(x, counts, places):
    counts[places.pop()] += 1
    return x * counts[0] + counts[1]


def test_an_augmented_assignment_evaluates_its_index_once():
    counts, places = [1, 2], [1, 0]
    assert s2sad.grad(augmented_index)(3.0, counts, places) == 2.0
    assert (counts, places) == ([2, 2], [1])


def comparison_with_effect(x, values):
    if 0.0 < values.pop() < 2.0 < x:
        return x * x
    return x


def test_the_middle_of_a_chained_comparison_is_evaluated_once():
    values = [5.0, 1.0]
    assert s2sad.grad(comparison_with_effect)(3.0, values) == 6.0
    assert values == [5.0]


def default_with_effect(x):
    def inner(y, scale=noted(2.0)):  # noqa: B008
        return y * scale

    return inner(x) * inner(x)


def test_a_default_is_evaluated_once():
    CALLS.clear()
    assert s2sad.grad(default_with_effect)(3.0) == 24.0
    assert CALLS == [2.0]


def random_numbers(x, source):
    total = 0.0
    for _ in range(4):
        u = source.pop()
        total += x * u if u < 0.5 else x * x * u
    return total


def test_a_source_of_numbers_is_asked_once_per_value():
    numbers = [0.75, 0.25, 0.9, 0.1]
    wanted = random_numbers(2.0, list(numbers))
    value, slope = s2sad.value_and_grad(random_numbers)(2.0, list(numbers))
    assert value == wanted
    assert slope == pytest.approx(0.35 + 2.0 * 2.0 * 1.65)


class Counter:
    count = 0


def attribute_counter(x, counter):
    for _ in range(3):
        counter.count += 1
        x = x * counter.count
    return x


def test_attributes_of_inactive_objects_are_written_once():
    counter = Counter()
    assert s2sad.grad(attribute_counter)(1.0, counter) == 6.0
    assert counter.count == 3


def writes_to_an_inactive_list(x, table):
    table[0] = 2.0
    table.append(7.0)
    return x * table[0] * table[-1]


def test_inactive_lists_are_written_as_the_function_does():
    table = [1.0]
    assert s2sad.grad(writes_to_an_inactive_list)(3.0, table) == 14.0
    assert table == [2.0, 7.0]


TOTAL = 0


def counts_in_a_global(x):
    global TOTAL
    TOTAL += 1
    return x * x


def test_an_inactive_global_may_be_written(monkeypatch):
    monkeypatch.setitem(globals(), "TOTAL", 0)
    assert s2sad.grad(counts_in_a_global)(3.0) == 6.0
    assert TOTAL == 1
