"""What every view begins with: the function, the call, the lists, the arguments as they are taken."""

import numpy as np
import pytest

from s2sad.errors import NotCallable
from s2sad.ir.evaluate import evaluate
from s2sad.show import running
from s2sad.show.running import Subject, lists_of


def f(x: float, n: int = 2):
    return x**n


def pair(x, y):
    return x * y, {"a": x}


def test_the_point_says_what_is_differentiated():
    subject = Subject.of(f, (3.0,))
    assert subject.call.wrt == (0,) and subject.title == "f" and subject.args == (3.0,)
    lists = lists_of(subject, "grad")
    assert lists.what == "grad" and evaluate(lists.main, (3.0, 2), module=lists.primal.module) == 9.0
    found = evaluate(lists.cleaned.main, (3.0, 2), module=lists.cleaned)
    assert (found[0] if isinstance(found, tuple) else found) == 6.0


def test_without_a_point_the_annotations_do():
    subject = Subject.of(f, ())
    assert subject.args is None and subject.call.wrt == (0,)
    assert subject.at((4.0, 3)).args == (4.0, 3)


def test_of_several_results_it_is_a_pullback():
    subject = Subject.of(pair, (2.0, 3.0))
    lists = lists_of(subject, "grad")
    assert lists.what == "vjp"
    value = running.value_of(subject)
    assert value == (6.0, {"a": 2.0})
    assert running.cotangents_for(lists, value, None) == [1.0, {"a": 1.0}]
    assert running.cotangents_for(lists, value, (5.0, {"a": 7.0})) == [5.0, {"a": 7.0}]


def test_arguments_as_the_list_takes_them():
    subject = Subject.of(f, (3,), argnums=0)
    assert running.arguments_of(subject, lists_of(subject, "grad").main)[:1] == [3.0]
    assert type(running.arguments_of(subject, lists_of(subject, "grad").main)[0]) is float


def test_directions():
    subject = Subject.of(pair, (np.ones(2), 3.0))
    first, second = running.directions(subject, None)
    assert first.tolist() == [1.0, 1.0] and second == 0.0
    assert running.directions(subject, [np.zeros(2), 5.0])[1] == 5.0


def test_the_value_is_that_of_copies():
    x = np.zeros(2)

    def writes(x):
        x[0] = 5.0
        return np.sum(x)

    assert running.value_of(Subject.of(writes, (x,))) == 5.0 and x[0] == 0.0


def test_what_is_no_function():
    with pytest.raises(NotCallable):
        Subject.of(3.0, ())
