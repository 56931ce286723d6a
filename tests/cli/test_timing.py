"""`bench`: times beside the function's."""

import json

import pytest

from s2sad.cli.timing import best_time, duration


@pytest.mark.parametrize(
    "seconds, text",
    [(2.0, "2 s"), (0.0123, "12.3 ms"), (1.5e-6, "1.5 µs"), (3.2e-9, "3.2 ns"), (123.4, "123 s")],
)
def test_durations(seconds, text):
    assert duration(seconds) == text


def test_the_best_of_several_runs(monkeypatch):
    class Timer:
        def __init__(self, run):
            self.run = run

        def autorange(self):
            self.run()
            return 10, 0.5

        def repeat(self, repeat, number):
            assert (repeat, number) == (3, 10)
            return [5.0, 2.0, 4.0]

    monkeypatch.setattr("timeit.Timer", Timer)
    said = []
    assert best_time(lambda: said.append(print("noise")), 3) == 0.2 and len(said) == 1


@pytest.fixture
def timed(monkeypatch):
    monkeypatch.setattr("s2sad.cli.timing.best_time", lambda run, repeat: (run(), 1e-6)[1])


def test_what_is_timed(run, model, timed):
    data = json.loads(run("bench", f"{model}:price", "--at", "x=2,y=3", "--json")[1])
    assert [row["what"] for row in data["times"]] == ["function", "gradient", "value and gradient", "jvp"]
    assert {row["ratio"] for row in data["times"]} == {1.0}
    out = run("bench", f"{model}:both", "--at", "x=2,y=3")[1]
    assert "vjp, without the pullback" in out and "1 µs" in out


def test_at_least_one_run(run, model):
    status, _, err = run("bench", f"{model}:price", "--at", "x=2,y=3", "--repeat", "0")
    assert status == 2 and "--repeat is 1 or more" in err
