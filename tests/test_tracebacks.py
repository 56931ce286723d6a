"""The tracebacks of refusals: the user's frames, and one that says how to see the others."""

import os
import pickle
import traceback

import pytest

import s2sad
from s2sad import errors

PACKAGE = os.path.dirname(s2sad.__file__)


def refused(x):
    return float(str(x))


def through(x):
    return refused(x) * 2.0


def two(x):
    return x, x


REFUSALS = {
    "grad": lambda: s2sad.grad(through)(1.0),
    "value_and_grad": lambda: s2sad.value_and_grad(through)(1.0),
    "gradient": lambda: s2sad.gradient(through, 1.0),
    "jvp": lambda: s2sad.jvp(through, (1.0,), (1.0,)),
    "jvps": lambda: s2sad.jvps(through, (1.0,), [(1.0,)]),
    "vjp": lambda: s2sad.vjp(through, 1.0),
    "hvp": lambda: s2sad.hvp(through, (1.0,), (1.0,)),
    "jacobian": lambda: s2sad.jacobian(through)(1.0),
    "hessian": lambda: s2sad.hessian(through)(1.0),
    "check_grads": lambda: s2sad.check_grads(through, (1.0,)),
    "emit": lambda: s2sad.emit(through),
    "explain": lambda: s2sad.explain(through, 1.0),
    "wengert": lambda: s2sad.wengert(through),
    "graph": lambda: s2sad.graph(through),
    "beside": lambda: s2sad.beside(through),
    "report": lambda: s2sad.report(through),
    "stages": lambda: s2sad.stages(through),
    "source": lambda: s2sad.grad(through).source,
    "derivative.wengert": lambda: s2sad.grad(through).wengert,
    "derivative.explain": lambda: s2sad.grad(through).explain(1.0),
    "no function": lambda: s2sad.grad(3),
    "no number": lambda: s2sad.grad(two)(1.0),
    "no argument": lambda: s2sad.grad(two, "y")(1.0),
}


def frames_of(call):
    with pytest.raises(s2sad.DifferentiationError) as caught:
        call()
    return [(frame.filename, frame.line) for frame in traceback.extract_tb(caught.value.__traceback__)]


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_shows_the_users_call_and_one_frame_more(name):
    frames = frames_of(REFUSALS[name])
    own = [line for file, line in frames if file.startswith(PACKAGE)]
    assert len(own) == 1 and "S2SAD_TRACEBACK=1" in own[0]
    assert frames[-2][0] == __file__


def test_it_has_no_causes_of_the_compilers():
    with pytest.raises(s2sad.DifferentiationError) as caught:
        s2sad.grad(through)(1.0)
    assert caught.value.__cause__ is None and caught.value.__suppress_context__


def test_all_frames_are_there_if_they_are_asked_for(monkeypatch):
    monkeypatch.setenv("S2SAD_TRACEBACK", "1")
    files = [file for file, _ in frames_of(REFUSALS["grad"])]
    assert sum(file.startswith(os.path.join(PACKAGE, "frontend")) for file in files) > 3


def test_frames_of_the_users_functions_within_stay():
    def careless(x):
        return s2sad.grad(refused)(x)

    def called_unchanged(x, functions):
        functions[0](1.0)
        return x * x

    lines = [line for _, line in frames_of(lambda: s2sad.grad(called_unchanged)(2.0, [careless]))]
    assert any("s2sad.grad(refused)(x)" in line for line in lines)
    assert sum("S2SAD_TRACEBACK" in line for line in lines) == 1


def test_another_kind_of_call_is_refused_in_the_same_way():
    def either(x):
        return float(str(x)) if isinstance(x, tuple) else x * x

    slope = s2sad.grad(either)
    assert slope(3.0) == 6.0
    frames = frames_of(lambda: slope((1.0,)))
    assert sum(file.startswith(PACKAGE) for file, _ in frames) == 1


def test_every_error_is_given_to_users_and_pickles():
    classes = [errors.DifferentiationError, *errors.DifferentiationError.__subclasses__()]
    for found in classes:
        assert getattr(s2sad, found.__name__) is found and found.__name__ in s2sad.__all__
        assert found.__module__ == "s2sad.errors"
        error = pickle.loads(pickle.dumps(found("a reason", "a hint")))
        assert type(error) is found and str(error) == "a reason\nway out: a hint"
