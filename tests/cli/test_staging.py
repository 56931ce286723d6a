"""`stages` and `opt`: each stage as text, and single passes."""

import io
import json
import sys

import pytest


def test_the_stages_in_their_order(run, model):
    shots = json.loads(run("stages", f"{model}:price", "--json")[1])
    stages = [shot["stage"] for shot in shots]
    assert stages[0] == "lower" and stages[-1] == "text" and "differentiate" in stages
    assert "mul x y" in shots[0]["text"] and "def price_grad" in shots[-1]["text"]
    assert "# ---- differentiate" in run("stages", f"{model}:price")[1]


def test_one_stage(run, model):
    out = run("stages", f"{model}:price", "--pass", "lower")[1]
    assert out.startswith("# ---- lower") and "def price_grad" not in out
    status, _, err = run("stages", f"{model}:price", "--pass", "nowhere")
    assert status == 2 and "there is no stage 'nowhere'; there are lower," in err


def test_passes_on_a_list(run, tmp_path):
    file = tmp_path / "f.ir"
    file.write_text("function f(x)\n    a = mul x x\n    b = mul x x\n    c = add a b\n    return c\n")
    out = run("opt", "--pass", "cse", file)[1]
    assert out.count("mul x x") == 1
    both = run("opt", "--pass", "cse", "--pass", "grad", file)[1]
    assert "function f" in both and both.count("\n") > out.count("\n")


def test_from_standard_input(run, monkeypatch):
    text = "function f(x)\n    a = mul x x\n    b = mul x x\n    c = add a b\n    return c\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    status, out, _ = run("opt", "--pass", "cse", "-")
    assert status == 0 and out.count("mul x x") == 1


@pytest.mark.parametrize(
    "words, text",
    [
        (("--pass", "cse"), "it takes a FILE.ir and a --pass"),
        (("--pass", "nothing", "{file}"), "there is no pass 'nothing'"),
        (("--pass", "cse", "{file}", "--types", "z=int"), "the list has no parameter 'z'; it has x"),
        (("--pass", "cse", "{empty}"), "it has no function"),
    ],
)
def test_what_is_wrong(run, tmp_path, words, text):
    (tmp_path / "f.ir").write_text("function f(x)\n    return x\n")
    (tmp_path / "e.ir").write_text("")
    words = [word.format(file=tmp_path / "f.ir", empty=tmp_path / "e.ir") for word in words]
    status, out, err = run("opt", *words)
    assert status == 2 and out == "" and text in err


def test_the_list_of_passes(run):
    out = run("opt", "--list")[1]
    assert all(any(line.startswith(name) for line in out.splitlines()) for name in ("cse", "grad", "dead"))
