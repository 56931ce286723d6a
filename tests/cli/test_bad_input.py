"""Bad input, command by command: a clear line on standard error, nothing on standard output, and the right exit status."""

import json
import os
import re
import signal
import sys

import pytest

from s2sad.cli import commands

LOADED = ("emit", "wengert", "explain", "beside", "graph", "report", "stages", "check", "bench")
POINT = ("wengert", "explain", "graph", "report", "check", "bench", "emit")
WRITING = ("wengert", "explain", "beside", "graph", "report", "emit")
FUNCTIONS = """
import math

NUMBER = 3.0

class Thing:
    pass

def f(x: float, y: float = 2.0):
    return x * y

def log(x):
    return math.log(x)

def refused(x):
    return float(str(x))

def counted(n: int):
    return 2 * n

def nothing():
    return 1.0

def named(*, x):
    return x

def deep(x):
    return deep(x)

def grows(x):
    return x * 1e308 * 10.0
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "functions.py"
    path.write_text(FUNCTIONS)
    return path


@pytest.fixture
def fails(run):
    """Runs a command line that can't be done; the first line of what it says."""

    def call(*arguments, status=2):
        found, out, err = run(*arguments)
        assert (found, out) == (status, ""), (out, err)
        assert "Traceback" not in err.partition("\n")[0]
        return err.partition("\n")[0]

    return call


def point(command, text="x=1.0"):
    return ("--at", text) if command in ("check", "bench") else ()


# ---------------------------------------------------------------------------------------------------- the file


@pytest.mark.parametrize("command", LOADED)
def test_files_and_functions_that_are_not_there(fails, file, command):
    for target, message in [
        (file.parent / "none.py:f", "there is no file"),
        (f"{file.parent}:f", "there is no file"),
        (f"{file}:", "is not FILE.py:FUNC"),
        (":f", "is not FILE.py:FUNC"),
        ("", "is not FILE.py:FUNC"),
        (f"{file}:logg", "has no function logg; did you mean log?"),
        (f"{file}:f.g", "has no function f.g"),
        (f"{file}:NUMBER", "is no function but of type float"),
        (f"{file}:Thing", "is no function but of type type"),
    ]:
        said = fails(command, target, *point(command))
        assert said.startswith(f"s2sad {command}: ") and message in said


@pytest.mark.parametrize("command", LOADED)
@pytest.mark.parametrize(
    "text, message",
    [
        ("def f(x:\n", "SyntaxError: "),
        ("raise RuntimeError('no data')\n", "RuntimeError: no data"),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3"),
        ("import no_such_module_anywhere\n", "ModuleNotFoundError: No module named"),
        ("\0", ""),
    ],
)
def test_files_that_can_not_be_imported(fails, tmp_path, command, text, message):
    path = tmp_path / "broken.py"
    path.write_text(text)
    said = fails(command, f"{path}:f", *point(command))
    assert said.startswith(f"s2sad {command}: importing {path} failed: {message}")


@pytest.mark.parametrize("command", LOADED)
def test_refused_functions_are_said_at_their_line_without_a_traceback(run, file, command):
    status, out, err = run(command, f"{file}:refused", *point(command))
    assert (status, out) == (1, "")
    line = FUNCTIONS.splitlines().index("    return float(str(x))") + 1
    assert err.splitlines()[0].startswith(f"{file}:{line}:12: ")
    assert err.splitlines()[1:3] == ["    return float(str(x))", "           ^^^^^^^^^^^^^"]
    assert err.splitlines()[3].startswith("way out: ") and "Traceback" not in err


@pytest.mark.parametrize("command", ["emit", "wengert", "explain", "beside", "graph", "report", "stages"])
@pytest.mark.parametrize("name", ["counted", "nothing"])
def test_functions_without_a_derivative(fails, file, command, name):
    said = fails(command, f"{file}:{name}")
    assert f"{name} has no argument to differentiate by, as its annotations tell; --types says more" in said


def test_with_all_functions_without_a_derivative_are_left_out(run, file):
    status, out, err = run("emit", file, "--all")
    assert status == 1 and "refused is left out" in err  # a function that is refused counts
    assert "left out: counted has no argument" in err and "counted" not in out
    file.write_text("def f(x):\n    return x\n\ndef g(n: int):\n    return n\n")
    assert run("emit", file, "--all")[0] == 0
    file.write_text("def g(n: int):\n    return n\n")
    status, out, err = run("emit", file, "--all")
    assert (status, out) == (2, "") and "all functions are left out" in err


# --------------------------------------------------------------------------------------------------- the point


@pytest.mark.parametrize("command", POINT)
@pytest.mark.parametrize(
    "name, at, message",
    [
        ("f", "x", "is not NAME=VALUE,NAME=VALUE"),
        ("f", "1.0", "is not NAME=VALUE,NAME=VALUE"),
        ("f", "x=", "is not NAME=VALUE,NAME=VALUE"),
        ("f", "x=1,x=2", "is not NAME=VALUE|needs a name of its own"),
        ("f", "y=1.0", "the argument x needs a value"),
        ("f", "x=1.0,z=2.0", "no argument 'z'; it has x, y"),
        ("f", "x=eval('1')", "is no Python literal"),
        ("f", "x=np.ones(-1)", "ValueError: negative dimensions"),
        ("f", "x='a',y='b'", "no argument holds numbers"),
        ("counted", "n=3", "no argument holds numbers"),
        ("nothing", "", "no argument holds numbers"),
        ("named", "x=1.0", "x can't be given by position"),
    ],
)
def test_points_that_are_none(fails, file, command, name, at, message):
    said = fails(command, f"{file}:{name}", "--at", at)
    assert said.startswith(f"s2sad {command}: --at: ") and re.search(message, said)


@pytest.mark.parametrize("command", [command for command in POINT if command != "emit"])
def test_points_where_the_function_fails(fails, file, command):
    said = fails(command, f"{file}:log", "--at", "x=0.0")
    assert "--at: the function itself fails at this point: ValueError: " in said
    assert "RecursionError" in fails(command, f"{file}:deep", "--at", "x=0.0")


def test_numbers_that_are_not_finite_have_no_differences(fails, file):
    assert "--at: x is nan at this point" in fails("check", f"{file}:f", "--at", "x=nan")
    assert "--at: y is -inf at this point" in fails("check", f"{file}:f", "--at", "x=1,y=-inf")
    assert "--at: value is inf at this point" in fails("check", f"{file}:grows", "--at", "x=1")


@pytest.mark.parametrize("command", ["wengert", "explain", "graph", "report"])
def test_numbers_that_are_not_finite_are_shown(run, file, command):
    status, out, err = run(command, f"{file}:f", "--at", "x=nan", "--json")
    assert (status, err) == (0, "")
    json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


def test_bench_at_nan(run, file):
    assert run("bench", f"{file}:f", "--at", "x=nan", "--repeat", "1")[0] == 0


# ------------------------------------------------------------------------------------------- options and files


@pytest.mark.parametrize("command", LOADED)
def test_arguments_that_the_function_does_not_have(fails, file, command):
    said = fails(command, f"{file}:f", "--wrt", "z", *point(command))
    assert said == f"s2sad {command}: --argnums: the function has no argument 'z'; it has x, y"
    said = fails(command, f"{file}:f", "--types", "x=matrix", *point(command), status=1)
    assert "not a known type" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ("emit", "F", "--mode", "sideways"),
        ("emit", "F", "--style", "plain"),
        ("beside", "F", "--format", "latex"),
        ("explain", "F", "--format", "png"),
        ("explain", "F", "--digits", "many"),
        ("wengert", "F", "--format", "dot"),
        ("graph", "F", "--format", "text"),
        ("report", "F", "--format", "mermaid"),
        ("stages", "F", "--mode", "sideways"),
        ("bench", "F", "--at", "x=1", "--repeat", "often"),
        ("check", "F"),
        ("bench", "F"),
        ("rules", "--sorted"),
        ("completion", "powershell"),
        ("completion",),
        ("differentiate", "F"),
        (),
    ],
)
def test_options_that_are_none(run, file, arguments):
    status, out, err = run(*(f"{file}:f" if one == "F" else one for one in arguments))
    assert (status, out) == (2, "")
    assert err.startswith("usage: s2sad") and "error: " in err


@pytest.mark.parametrize("command", ["wengert", "explain"])
def test_numbers_that_are_out_of_range(fails, file, command):
    assert "--digits is from 1 to 17" in fails(command, f"{file}:f", "--digits", "0")
    assert "--iterations is 2 or more" in fails(command, f"{file}:f", "--iterations", "1")


@pytest.mark.parametrize("command", WRITING)
def test_output_that_can_not_be_written(fails, file, command):
    missing = file.parent / "no" / "such" / "folder"
    assert f"can't write {missing}" in fails(command, f"{file}:f", "-o", missing)
    assert f"can't write {file.parent}" in fails(command, f"{file}:f", "-o", file.parent, "--force")
    other = file.parent / "other.txt"
    other.write_text("mine")
    assert f"{other} exists; --force overwrites it" in fails(command, f"{file}:f", "-o", other)
    assert other.read_text() == "mine"


@pytest.mark.parametrize("command", WRITING)
def test_what_a_derivative_is_made_from_is_never_overwritten(fails, file, command):
    folder, same, hard = file.parent / "link", file.parent / "same.py", file.parent / "hard.py"
    folder.symlink_to(file.parent, target_is_directory=True)
    same.symlink_to(file)
    hard.hardlink_to(file)
    (file.parent / "sub").mkdir()
    around = file.parent / "sub" / ".." / file.name
    for out in (file, folder / file.name, same, hard, around):
        for force in ((), ("--force",)):
            said = fails(command, f"{file}:f", "-o", out, *force)
            assert f"{out} is what this is made from, and is not overwritten" in said
    assert f"{file} is what this is made from" in fails(command, f"{same}:f", "-o", file, "--force")
    assert file.read_text() == FUNCTIONS


@pytest.mark.parametrize("command", WRITING)
def test_nor_is_the_file_from_which_it_was_imported(fails, file, command):
    user, where = file.parent / "user.py", file.rename(file.parent / f"where_{command}_is.py")
    user.write_text(f"from {where.stem} import f\n")
    assert f"{where} is what this is made from" in fails(command, f"{user}:f", "-o", where, "--force")
    assert where.read_text() == FUNCTIONS


def test_passes_and_stages_that_are_none(fails, file):
    assert "there is no stage 'magic'; there are " in fails("stages", f"{file}:f", "--pass", "magic")


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "this is no Wengert list: it has no function"),
        ("hello\n", "this is no Wengert list: line 1: "),
        ("function f(x)\n    y = mul x\n", "this is no Wengert list: line 1: the function has no return"),
        ("function f(x)\n    y = magic x\n    return y\n", "line 2: nothing is named 'magic'"),
        ("function f(x)\n    y = $no_such.sin x\n    return y\n", "line 2: nothing is named 'no_such.sin'"),
        ("function f(x)\n    y = mul x z\n    return y\n", "'z' is read before it is assigned"),
    ],
)
def test_lists_that_are_none(fails, tmp_path, text, message):
    path = tmp_path / "broken.ir"
    path.write_text(text)
    assert message in fails("opt", "--pass", "grad", path)


def test_opt_and_its_options(fails, file, run):
    path = file.parent / "f.ir"
    assert run("wengert", f"{file}:f", "--format", "ir", "-o", path)[0] == 0
    assert "there is no pass 'magic'; there are " in fails("opt", "--pass", "magic", path)
    assert "it takes a FILE.ir and a --pass" in fails("opt", path)
    assert "the list has no parameter 'z'; it has x, y" in fails(
        "opt", "--pass", "grad", path, "--types", "z=int"
    )
    assert "has no function g" in fails("opt", "--pass", "grad", path, "--scope", f"{file}:g")
    assert f"{path} is what this is made from" in fails("opt", "--pass", "dead", path, "-o", path)
    assert "there is no file" in fails("opt", "--pass", "dead", file.parent / "none.ir")
    path.write_bytes(b"\xff\xfe")
    assert "can't read" in fails("opt", "--pass", "dead", path)


def test_rules_that_are_not_there(fails):
    assert "there is no rule for sinus" in fails("rules", "--show", "sinus")
    assert "no rule has 'nothing has this'" in fails("rules", "nothing has this")


def test_a_committed_file_that_is_not_there(fails, file):
    said = fails("emit", f"{file}:f", "--check", "-o", file.parent / "none.py")
    assert "can't read" in said and "none.py" in said


# ------------------------------------------------------------------------------------------------ interruption


def test_an_interruption_is_no_traceback(run, file, monkeypatch):
    def interrupted(options):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "parser", lambda: _parser(interrupted))
    status, out, err = run("bench")
    assert (status, out, err) == (128 + signal.SIGINT, "", "\ns2sad bench: interrupted\n")


def _parser(run):
    import argparse

    made = argparse.ArgumentParser()
    made.add_subparsers(dest="command").add_parser("bench").set_defaults(run=run)
    return made


# ------------------------------------------------------------------------------------------------------ files


def test_files_of_packages_are_imported_as_such(run, tmp_path):
    folder = tmp_path / "package_of_tests" / "inner"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "__init__.py").write_text("from . import model\n")
    (folder.parent / "base.py").write_text("FACTOR = 3.0\n")
    (folder / "model.py").write_text("from ..base import FACTOR\n\ndef f(x):\n    return FACTOR * x\n")
    before = set(sys.modules)
    status, out, err = run("emit", f"{folder / 'model.py'}:f")
    assert (status, err) == (0, "")
    assert out.startswith("import package_of_tests.inner.model as model\n") and "model.FACTOR" in out
    assert not any(name.startswith("package_of_tests") for name in set(sys.modules) - before)
    assert run("check", f"{os.path.relpath(folder / 'model.py')}:f", "--at", "x=2")[0] == 0
