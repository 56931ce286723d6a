"""The commands that show a derivative: what they print in which form, and what they say to bad input."""

import ast
import json
import shutil
import sys

import pytest

COMMANDS = ("wengert", "explain", "beside", "graph", "report", "stages")


@pytest.mark.parametrize("command", ["explain", "graph", "report"])
def test_at_a_point_and_without_one(run, model, command):
    status, with_values, err = run(command, f"{model}:price", "--at", "x=2,y=3")
    assert (status, err) == (0, "")
    status, without, err = run(command, f"{model}:price")
    assert (status, err) == (0, "")
    assert with_values != without and "x * y" in with_values and "x * y" in without


def test_explain_is_what_the_library_explains(run, model):
    _, out, _ = run("explain", f"{model}:price", "--at", "x=2,y=3", "--digits", "3")
    assert "z" not in out.splitlines()[0]
    assert "result   t + t_1       6.91" in out
    assert "the gradient by x: 2.58, by y: 2" in out


def test_by_some_arguments_only(run, model):
    _, out, _ = run("explain", f"{model}:price", "--at", "x=2,y=3", "--wrt", "y")
    assert "the gradient by y: 2" in out


def test_iterations_that_are_shown(run, model):
    _, out, _ = run("explain", f"{model}:program", "--at", "x=2,n=9", "--iterations", "5")
    assert "… 4 more iterations …" in out


@pytest.mark.parametrize(
    "command, form, start",
    [
        ("explain", "markdown", "**price"),
        ("explain", "latex", r"\textbf{price"),
        ("explain", "html", "<!doctype html>"),
        ("beside", "markdown", "**price and its derivative"),
        ("beside", "html", "<!doctype html>"),
        ("graph", "mermaid", "flowchart TD"),
        ("graph", "dot", "digraph {"),
        ("report", "markdown", "**What the reverse sweep needs"),
        ("report", "latex", r"\textbf{What"),
        ("report", "html", "<!doctype html>"),
        ("graph", "html", "<!doctype html>"),
        ("beside", "json", "{"),
    ],
)
def test_forms(run, model, tmp_path, command, form, start):
    status, out, err = run(command, f"{model}:price", "--format", form)
    assert (status, err) == (0, "")
    assert out.startswith(start)
    file = tmp_path / "out"
    assert run(command, f"{model}:price", "--format", form, "-o", file) == (0, "", "")
    assert file.read_text(encoding="utf-8").rstrip("\n") == out.rstrip("\n")
    status, out, err = run(command, f"{model}:price", "--format", form, "-o", file)
    assert (status, out) == (2, "") and "exists; --force overwrites it" in err
    assert run(command, f"{model}:price", "--format", form, "-o", file, "--force")[0] == 0


def test_svg(run, model, monkeypatch):
    pytest.importorskip("graphviz")
    if shutil.which("dot") is None:
        pytest.skip("the program of Graphviz isn't there")
    status, out, _ = run("graph", f"{model}:price", "--format", "svg")
    assert status == 0 and "<svg" in out


def test_svg_without_graphviz(run, model, monkeypatch):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    status, out, err = run("graph", f"{model}:price", "--format", "svg")
    assert (status, out) == (2, "")
    assert "pip install 's2sad[graph]'" in err


@pytest.mark.parametrize("command", ["wengert", "explain", "graph", "report"])
def test_json(run, model, tmp_path, command):
    status, out, _ = run(command, f"{model}:price", "--at", "x=2,y=3", "--format", "json")
    assert status == 0 and json.loads(out)["title"]
    assert run(command, f"{model}:price", "--at", "x=2,y=3", "--json") == (0, out, "")
    assert run(command, f"{model}:price", "--at", "x=2,y=3", "--json", "-o", tmp_path / "x") == (0, "", "")
    assert (tmp_path / "x").read_text(encoding="utf-8") == out


def test_json_of_the_others(run, model):
    assert "mul x y" in json.loads(run("wengert", f"{model}:price", "--json")[1])["ir"]
    found = json.loads(run("check", f"{model}:price", "--at", "x=2,y=3", "--json")[1])
    assert found["agree"] and found["numbers"][1]["name"] == "d value / d x"
    assert [stage["stage"] for stage in json.loads(run("stages", f"{model}:price", "--json")[1])][
        0
    ] == "lower"


def test_check_of_arrays(run, tmp_path):
    path = tmp_path / "linear.py"
    path.write_text("import numpy as np\ndef f(A, b: np.ndarray):\n    return np.sum((A @ b) ** 2)\n")
    status, out, _ = run(
        "check", f"{path}:f", "--at", "A=[[1.0, 2.0], [3.0, 4.0]],b=[0.5, 1.5]", "--types", "A=float64[:,:]"
    )
    assert status == 0, out
    assert "d value / d A[1, 0]" in out and "d value / d b[1]" in out
    status, _, err = run("check", f"{path}:f", "--at", "A=1.0,b=[[1.0], [2.0, 3.0]]")
    assert status == 2 and "is no array of numbers" in err


@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_use(run, model, command):
    for target, message in [
        (model.parent / "none.py:f", "there is no file"),
        (f"{model}:prise", "has no function prise; did you mean price?"),
        (model, "FILE.py:FUNC"),
    ]:
        status, out, err = run(command, target)
        assert (status, out) == (2, ""), target
        assert err.startswith(f"s2sad {command}: ") and message in err
    status, out, err = run(command, f"{model}:price", "--wrt", "z")
    assert (status, out) == (2, "") and "--argnums: the function has no argument 'z'" in err


@pytest.mark.parametrize("command", ["explain", "beside", "graph", "report", "stages"])
def test_refused_function(run, model, command):
    status, out, err = run(command, f"{model}:refused")
    assert (status, out) == (1, "")
    assert "way out: " in err


@pytest.mark.parametrize("command", ["explain", "graph", "report", "bench"])
def test_points_that_are_none(run, model, command):
    for at, message in [
        ("x=2", "the argument y needs a value"),
        ("x=2,y=oops", "is no Python literal"),
        ("x=2,y=3,z=4", "no argument 'z'"),
    ]:
        status, out, err = run(command, f"{model}:price", "--at", at)
        assert (status, out) == (2, "")
        assert err.startswith(f"s2sad {command}: ") and message in err


@pytest.mark.parametrize("command", ["emit", *COMMANDS])
def test_nothing_of_a_file_is_run_beyond_its_import(run, tmp_path, command):
    path = tmp_path / "loud.py"
    path.write_text("print('imported')\ndef f(x):\n    print('called')\n    return x * x\n")
    status, out, err = run(command, f"{path}:f")
    assert status == 0
    assert err == "imported\n"
    assert "called\n" not in out


def test_runs_that_are_too_long(run, model):
    status, out, err = run("explain", f"{model}:program", "--at", "x=2,n=30000")
    assert (status, out) == (2, "")
    assert "--at: the run has more than 20000 steps: look at fewer iterations" in err


def test_digits_that_are_none(run, model):
    assert run("explain", f"{model}:price", "--digits", "0")[0] == 2


@pytest.mark.parametrize("command", [*COMMANDS, "bench", "rules", "opt", "completion"])
def test_help_has_examples(run, command):
    status, out, _ = run(command, "--help")
    assert status == 0
    assert f"  s2sad {command}" in out or "s2sad completion" in out
    if command not in ("rules", "opt", "completion"):
        assert "The file is imported. Beyond that nothing in it runs" in " ".join(out.split())


# ------------------------------------------------------------------------------------------------------ bench


def test_bench(run, model):
    status, out, _ = run("bench", f"{model}:program", "--at", "x=2,n=3", "--repeat", "1")
    assert status == 0
    lines = out.splitlines()
    assert lines[2].startswith("function") and lines[2].endswith("1.00")
    assert [line.split("  ")[0] for line in lines[3:6]] == ["gradient", "value and gradient", "jvp"]
    _, out, _ = run("bench", f"{model}:both", "--at", "x=2,y=3", "--repeat", "1", "--json")
    assert [row["what"] for row in json.loads(out)["times"]] == [
        "function",
        "vjp, without the pullback",
        "jvp",
    ]


def test_bench_where_the_function_fails(run, model):
    status, _, err = run("bench", f"{model}:inverse", "--at", "x=0")
    assert status == 2 and "the function itself fails at this point: ZeroDivisionError" in err
    assert run("bench", f"{model}:price", "--at", "x=1,y=2", "--repeat", "0")[0] == 2


# ------------------------------------------------------------------------------------------------------ rules


def test_rules_are_listed_and_searched(run):
    status, out, _ = run("rules")
    assert status == 0
    assert "d sin(x) = cos(x) dx" in out and "s2sad.runtime" not in out
    found = run("rules", "ARCTAN")[1]
    assert "np.arctan2" in found and "np.sin" not in found
    assert run("rules", "wise constan")[0] == 2  # within a word of what a rule says


def test_one_rule(run):
    status, out, _ = run("rules", "--show", "math.atan2")
    assert status == 0
    assert "d atan2(y, x) = (x dy - y dx) / (x**2 + y**2)" in out
    assert "def atan2(xp, y, x, *, out):" in out
    assert run("rules", "--show", "sin")[0] == 0
    assert run("rules", "--show", "floor")[0] == 0


def test_rules_that_are_not_there(run):
    status, _, err = run("rules", "--show", "sinus")
    assert status == 2 and "there is no rule for sinus; --scipy has those for SciPy" in err
    status, _, err = run("rules", "nothing has this")
    assert status == 2 and "no rule has" in err


def test_rules_as_json(run):
    (rule,) = json.loads(run("rules", "--show", "math.sin", "--json")[1])
    assert rule["functions"] == ["math.sin", "np.sin"]
    ast.parse(rule["source"])


def test_rules_of_scipy(run, monkeypatch):
    pytest.importorskip("scipy")
    assert "scipy.special" in run("rules", "--scipy", "gammaln")[1]


# ----------------------------------------------------------------------------------------------------- stages


def test_all_stages(run, model):
    status, out, _ = run("stages", f"{model}:price")
    assert status == 0
    heads = [line.removeprefix("# ---- ") for line in out.splitlines() if line.startswith("# ----")]
    assert heads[:2] == ["lower", "differentiate"] and heads[-2:] == ["clean up", "text"]
    assert "def price_grad(x, y):" in out


def test_stages_of_loops_for_numba(run, tmp_path):
    file = tmp_path / "sweep.py"
    file.write_text(
        "import numpy as np\n\n\ndef sweep(u: 'float64[:]'):\n"
        "    u[1:] += 0.5 * u[:-1] ** 2\n    return np.sum(u * u)\n"
    )
    status, out, _ = run("stages", f"{file}:sweep", "--target", "numba")
    assert status == 0
    heads = [line.removeprefix("# ---- ") for line in out.splitlines() if line.startswith("# ----")]
    assert heads[:3] == ["lower", "scalarise", "differentiate"] and heads[-2:] == ["for numba", "text"]
    assert "@njit" in out and "def sweep_grad(u):" in out


def test_one_stage(run, model):
    _, out, _ = run("stages", f"{model}:price", "--pass", "text", "--mode", "forward")
    assert out.splitlines()[0] == "# ---- text" and "def price_jvp(" in out
    assert run("stages", f"{model}:price", "--pass", "iterate")[1] == "iterate changes nothing\n"
    status, _, err = run("stages", f"{model}:price", "--pass", "magic")
    assert status == 2 and "there is no stage 'magic'; there are lower, differentiate" in err


def test_opt_runs_a_pass_on_a_text(run, model, tmp_path):
    text = run("wengert", f"{model}:price", "--format", "ir")[1]
    file = tmp_path / "price.ir"
    file.write_text(text)
    status, out, err = run("opt", "--pass", "grad", "--pass", "clean up", file)
    assert (status, err) == (0, "")
    assert "function price_grad(x, y)" in out and "x_bar" in out
    file.write_text(out)
    assert run("opt", "--pass", "dead", file)[0] == 0
    file.write_text(text.replace("mul x y", "mul 1.0 x"))
    assert "mul" not in run("opt", "--pass", "simplify", file)[1]


def test_opt_with_types_and_a_scope(run, model, tmp_path):
    file = tmp_path / "program.ir"
    file.write_text(run("wengert", f"{model}:program", "--format", "ir")[1])
    status, out, err = run("opt", "--pass", "grad", "--types", "n=int", "--scope", f"{model}:program", file)
    assert status == 0, err
    assert "reversed" in out
    status, _, err = run("opt", "--pass", "grad", "--types", "n=int", file)
    assert status == 2 and "RATE" in err


def test_opt_lists_its_passes(run):
    status, out, _ = run("opt", "--list")
    assert status == 0
    assert {"simplify", "cse", "dead", "grad", "jvp"} <= {line.split("  ")[0] for line in out.splitlines()}


def test_opt_and_bad_input(run, tmp_path):
    file = tmp_path / "bad.ir"
    file.write_text("function f(x)\n    y = mul x\n    oh no\n")
    assert "this is no Wengert list" in run("opt", "--pass", "dead", file)[2]
    file.write_text("function f(x)\n    y = mul x x\n    y = mul x x\n    return y\n")
    assert "this Wengert list is not valid" in run("opt", "--pass", "dead", file)[2]
    assert "there is no pass 'magic'" in run("opt", "--pass", "magic", file)[2]
    assert "there is no file" in run("opt", "--pass", "dead", tmp_path / "none.ir")[2]
    assert "it takes a FILE.ir and a --pass" in run("opt")[2]
    file.write_bytes(b"\xff\xfe")
    assert "can't read" in run("opt", "--pass", "dead", file)[2]


# ------------------------------------------------------------------------------------------------- completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion(run, shell):
    pytest.importorskip("shtab")
    status, out, err = run("completion", shell)
    assert (status, err) == (0, "")
    assert "explain" in out and "standalone" in out


def test_completion_without_shtab(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    status, out, err = run("completion", "bash")
    assert (status, out) == (2, "")
    assert "pip install 's2sad[completion]'" in err


@pytest.mark.parametrize("command", ["report", "explain", "wengert", "beside", "graph"])
@pytest.mark.parametrize(
    "name, begins", [("x.html", "<!doctype html>"), ("X.HTM", "<!doctype html>"), ("x.json", "{")]
)
def test_the_name_of_the_file_says_the_format(run, model, tmp_path, command, name, begins):
    out = tmp_path / name
    assert run(command, f"{model}:program", "-o", out)[0] == 0
    assert out.read_text(encoding="utf-8").startswith(begins)
    assert run(command, f"{model}:program", "-o", out, "--force", "--format", "json")[0] == 0
    assert out.read_text(encoding="utf-8").startswith("{")


def test_any_other_name_is_text(run, model, tmp_path):
    for name in ("x.txt", "x", "x.py"):
        assert run("report", f"{model}:program", "-o", tmp_path / name)[0] == 0
        assert (tmp_path / name).read_text().startswith("the derivative of program")
