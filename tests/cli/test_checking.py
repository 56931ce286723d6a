"""`check`: the numbers of both modes beside differences."""

import json
import math

import pytest


def test_derivatives_that_agree(run, model):
    status, out, err = run("check", f"{model}:price", "--at", "x=2,y=3", "--json")
    data = json.loads(out)
    assert (status, err, data["agree"], data["remark"]) == (0, "", True, "")
    numbers = {row["name"]: row for row in data["numbers"]}
    for name, slope in (("d value / d x", 3.0 + math.cos(2.0)), ("d value / d y", 2.0)):
        for mode in ("reverse", "forward", "reference"):
            assert numbers[name][mode] == pytest.approx(slope, rel=1e-6)


def test_the_verdict_stands_below_the_table(run, model):
    status, out, _ = run("check", f"{model}:price", "--at", "x=2,y=3")
    assert status == 0 and "the derivatives agree" in out.splitlines()


def test_at_a_kink_they_do_not(run, model):
    status, out, _ = run("check", f"{model}:relu", "--at", "x=0.0")
    assert status == 1 and "the derivatives do not agree" in out
