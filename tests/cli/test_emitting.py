"""`emit` of several functions and whole files, with types, and the check that a committed derivative is current."""

import pathlib
import re
import runpy
import sys

import numpy as np
import pytest

import s2sad
from s2sad.cli.modules import differences, joined
from s2sad.cli.output import with_progress
from s2sad.cli.target import UsageError

MODEL = """
import math
import numpy as np

RATE = 0.05
print("imported")

def price(spot: float, rate: float, years: float = 2.0):
    return spot * math.exp(-rate * years)

def risk(spot: float, vol: float):
    return price(spot, RATE) * vol**2

def solve(A, b):
    return np.sum(np.linalg.solve(A, b) ** 2)

def _hidden(x):
    return x
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "prices.py"
    path.write_text(MODEL)
    return path


def test_several_functions_are_one_module(run, file, tmp_path):
    out = tmp_path / "grads.py"
    assert run("emit", f"{file}:price", f"{file}:risk", "--standalone", "-o", out)[0] == 0
    text = out.read_text()
    assert text.count("import math") == 1 and text.count("RATE = 0.05") == 1
    made = runpy.run_path(str(out))
    assert made["price_grad"](100.0, 0.05) == s2sad.grad(lambda s, r, y: s * np.exp(-r * y), (0, 1, 2))(
        100.0, 0.05, 2.0
    )
    assert made["risk_grad"](100.0, 0.2)[1] == pytest.approx(2 * 0.2 * 100.0 * np.exp(-0.1))


def test_a_file_is_imported_once(run, file):
    _, _, err = run("emit", f"{file}:price", f"{file}:risk")
    assert err.count("imported") == 1


def test_all_functions_of_a_file(run, file, tmp_path):
    out = tmp_path / "grads.py"
    assert run("emit", file, "--all", "--standalone", "-o", out)[0] == 0
    names = {name for name in runpy.run_path(str(out)) if name.endswith("_grad")}
    assert names == {"price_grad", "risk_grad", "solve_grad"}


def test_with_all_what_is_refused_is_left_out_and_said(run, model):
    status, out, err = run("emit", model, "--all")
    assert status == 1
    assert "refused is left out: " in err and "way out: " in err
    assert "def price_grad(" in out and "def both_vjp(" in out


def test_all_of_a_file_without_functions(run, tmp_path):
    path = tmp_path / "empty.py"
    path.write_text("from math import sin\nx = 1.0\n")
    status, out, err = run("emit", path, "--all")
    assert (status, out) == (2, "")
    assert "defines no functions" in err


def test_types_settle_what_annotations_don_t_say(run, file):
    status, out, _ = run("emit", f"{file}:solve", "--types", "A=float64[:,:], b=float64[:]", "--standalone")
    assert status == 0
    assert "is_vector" not in out
    space = {}
    exec(out, space)
    A, b = np.array([[2.0, 1.0], [0.5, 3.0]]), np.array([1.0, 2.0])
    for found, wanted in zip(
        space["solve_grad"](A, b),
        s2sad.gradient(lambda A, b: np.sum(np.linalg.solve(A, b) ** 2), A, b),
    ):
        np.testing.assert_allclose(found, wanted)


@pytest.mark.parametrize(
    "types, message",
    [
        ("A", "'A' is not NAME=TYPE"),
        ("A=float,A=int", "is not NAME=TYPE"),
        ("=float", "is not NAME=TYPE"),
    ],
)
def test_types_that_are_not_told(run, file, types, message):
    status, out, err = run("emit", f"{file}:solve", "--types", types)
    assert (status, out) == (2, "")
    assert message in err


def test_types_of_what_is_no_parameter(run, file):
    status, _, err = run("emit", f"{file}:solve", "--types", "C=float")
    assert status == 1
    assert "solve has no parameter 'C'" in err and "the parameters are A, b" in err


@pytest.mark.parametrize("text", ["matrix", "list[matrix]", "float64[:"])
def test_types_that_are_none(run, file, text):
    status, out, err = run("emit", f"{file}:solve", "--types", f"A={text}")
    assert (status, out) == (1, "")
    assert "not a known type" in err and "there are float, int" in err


def test_types_without_a_derivative(run, model):
    status, _, err = run("emit", f"{model}:helper", "--types", "x=int")
    assert status == 2 and "helper has no argument to differentiate by" in err


# ------------------------------------------------------------------------------------------------------- check


def test_a_derivative_that_is_current(run, file, tmp_path):
    out = tmp_path / "grad.py"
    run("emit", f"{file}:price", "-o", out)
    assert run("emit", f"{file}:price", "-o", out, "--check") == (0, "", "imported\n")
    out.write_text("# by hand\n" + out.read_text().replace("    ", "  "))
    assert run("emit", f"{file}:price", "-o", out, "--check")[0] == 0  # another format is the same program


def test_a_derivative_that_is_out_of_date(run, file, tmp_path):
    out = tmp_path / "grad.py"
    run("emit", f"{file}:price", "-o", out)
    before = out.read_text()
    file.write_text(MODEL.replace("-rate * years", "-rate * years * 2.0"))
    status, printed, err = run("emit", f"{file}:price", "-o", out, "--check")
    assert (status, printed) == (1, "")
    assert "grad.py is out of date: emit it again with --force" in err
    assert "+++ now" in err
    assert out.read_text() == before


def test_a_committed_derivative_that_is_no_program(run, file, tmp_path):
    out = tmp_path / "grad.py"
    out.write_text("def (")
    assert run("emit", f"{file}:price", "-o", out, "--check")[0] == 1


def test_check_without_anything_to_compare_with(run, file, tmp_path):
    status, _, err = run("emit", f"{file}:price", "--check")
    assert status == 2 and "--check compares with a file" in err
    status, _, err = run("emit", f"{file}:price", "--check", "-o", tmp_path / "none.py")
    assert status == 2 and "can't read" in err


def test_a_file_alone_needs_all(run, file):
    status, _, err = run("emit", file)
    assert status == 2
    assert "--all takes all its functions" in err


# ------------------------------------------------------------------------------------------------------- parts


def test_modules_are_joined():
    one = "import math\n\nA = 1\n\n\n# about f\ndef f(x):\n    return math.sin(x) * A\n"
    other = "from numpy import sum\nimport math\n\nB = 2\nA = 1\n\n\ndef g(x):\n    return f(x)\n"
    assert joined([one, other]) == (
        "import math\nfrom numpy import sum\n\nA = 1\nB = 2\n\n\n"
        "# about f\ndef f(x):\n    return math.sin(x) * A\n\n\ndef g(x):\n    return f(x)\n"
    )


def test_names_with_two_meanings_are_not_joined():
    with pytest.raises(UsageError, match="different things of the name f; emit them into files of their own"):
        joined(["def f(x):\n    return x\n", "def f(x):\n    return 2 * x\n"])


def test_progress_is_for_terminals(monkeypatch, capsys):
    assert list(with_progress("abc", 3, "letter")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(with_progress("ab", 2, "letter")) == ["a", "b"]
    assert "letter 2 of 2" in capsys.readouterr().err


def test_the_hook_for_pre_commit_says_what_the_command_takes(run, file, tmp_path):
    hooks = (pathlib.Path(s2sad.__file__).parent.parent / ".pre-commit-hooks.yaml").read_text()
    (entry,) = re.findall(r"^  entry: s2sad (.+)$", hooks, re.MULTILINE)
    out = tmp_path / "grad.py"
    run("emit", f"{file}:price", "-o", out)
    assert run(*entry.split(), f"{file}:price", "-o", out)[0] == 0


# -------------------------------------------------------------------------------------- the types of a point


def test_the_types_of_a_point(run, file):
    typed = run("emit", f"{file}:solve", "--types", "A=float64[n,n],b=float64[n]", "--standalone")
    assert run("emit", f"{file}:solve", "--at", "A=np.eye(2),b=np.ones(2)", "--standalone") == typed
    some = run("emit", f"{file}:solve", "--at", "A=np.eye(2),b=np.ones(2)", "--wrt", "b", "--standalone")[1]
    assert "return b_bar" in some


def test_defaults_stay_where_a_point_leaves_them_out(run, file):
    assert (
        "def price_grad(spot, rate, years=2.0):" in run("emit", f"{file}:price", "--at", "spot=1,rate=2")[1]
    )


def test_a_point_does_not_run_the_function(run, model):
    assert run("emit", f"{model}:inverse", "--at", "x=0.0")[::2] == (0, "")


@pytest.mark.parametrize(
    "at, message",
    [
        ("A=np.ones(-1)", "--at: A=np.ones(-1): ValueError: negative dimensions"),
        ("A=np.load('x')", "is no Python literal, and no array such as np.ones((2, 3))"),
        ("A=1.0", "the argument b needs a value"),
    ],
)
def test_points_that_are_none(run, file, at, message):
    status, out, err = run("emit", f"{file}:solve", "--at", at)
    assert (status, out) == (2, "")
    assert f"s2sad emit: --at: {message}" in err or message in err


def test_a_point_is_one_of_one_function(run, file):
    status, _, err = run("emit", file, "--all", "--at", "x=1")
    assert status == 2 and "--at is for one function; --types is for several" in err


# ------------------------------------------------------------------------------------------------ its imports


def test_a_module_that_is_not_standalone_imports_the_file(run, file, tmp_path, monkeypatch):
    out = tmp_path / "grads.py"
    assert run("emit", f"{file}:risk", "-o", out)[0] == 0
    monkeypatch.syspath_prepend(str(tmp_path))
    made = runpy.run_path(str(out))
    assert made["risk_grad"](100.0, 0.2)[1] == pytest.approx(2 * 0.2 * 100.0 * np.exp(-0.1))
    sys.modules["prices"].RATE = 0.0
    assert made["risk_grad"](100.0, 0.2)[1] == pytest.approx(2 * 0.2 * 100.0)
    del sys.modules["prices"]


DERIVATIVE = '''"""A header of ours."""
# licensed

import math
from math import sin, cos


def other(x):
    return sin(x) + cos(x)


def f_grad( x ):  # a comment
    return 2.0*x
'''
SAME = "from math import cos\nfrom math import sin\nimport math\n\ndef f_grad(x):\n    return 2.0 * x\n\ndef other(x):\n    return sin(x) + cos(x)\n"


def test_format_comments_and_order_are_no_difference():
    assert differences(DERIVATIVE, SAME, "f.py") == []


@pytest.mark.parametrize(
    "old, shown",
    [
        ("2.0 * x", ["-    return 3.0 * x", "+    return 2.0 * x"]),
        ("import math", ["-import os", "+import math"]),
    ],
)
def test_only_what_differs_is_shown(old, shown):
    changed = SAME.replace(old, shown[0].partition("return ")[2] or "import os", 1)
    lines = differences(changed, DERIVATIVE, "f.py")
    changes = [line for line in lines if line[0] in "+-" and line[:3] not in ("+++", "---")]
    assert changes == shown
    assert not any("licensed" in line or "other" in line for line in lines)


def test_what_is_no_longer_emitted_and_what_is_no_program():
    assert "-def g_grad(x):" in differences(SAME + "\ndef g_grad(x):\n    return x\n", SAME, "f.py")
    assert any("+def f_grad(x):" in line for line in differences("def (", SAME, "f.py"))
