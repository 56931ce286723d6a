"""`rules`: listed, searched, and one of them."""

import json

import pytest


def names(out):
    return {one["name"] for one in json.loads(out)}


def test_all_or_those_with_a_text(run):
    every, some = names(run("rules", "--json")[1]), names(run("rules", "arc", "--json")[1])
    assert some < every and len(every) > 100
    text = run("rules", "arc")[1]
    assert "arctan" in text and "np.exp" not in text


def test_one_by_a_function_of_it(run):
    status, out, _ = run("rules", "--show", "math.atan2")
    assert status == 0 and "atan2" in out
    (one,) = json.loads(run("rules", "--show", "math.atan2", "--json")[1])
    assert "math.atan2" in str(one)


@pytest.mark.parametrize(
    "words, text",
    [
        (("--show", "nothing.at_all"), "there is no rule for nothing.at_all; --scipy has those"),
        (("qqqq",), "no rule has 'qqqq'"),
    ],
)
def test_what_is_not_there(run, words, text):
    status, out, err = run("rules", *words)
    assert status == 2 and out == "" and text in err


def test_those_for_scipy(run):
    pytest.importorskip("scipy")
    status, out, _ = run("rules", "--scipy", "gamma")
    assert status == 0 and "scipy.special.gamma" in out
