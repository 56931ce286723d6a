"""The commands: what they print where, and with which exit status."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

import s2sad

ROOT = pathlib.Path(s2sad.__file__).resolve().parent.parent


def process(*arguments, **options):
    """A finished `python -m s2sad`."""
    search = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": search, **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "s2sad", *map(str, arguments)],
        env=environment,
        encoding="utf-8",
        timeout=120,
        **({"capture_output": True} | options),
    )


# -------------------------------------------------------------------------------------------------------- emit


@pytest.mark.parametrize("style", ["folded", "flat"])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("name", ["price", "program", "weighted"])
def test_emits_what_the_library_emits(run, model, monkeypatch, name, mode, style):
    status, out, err = run("emit", f"{model}:{name}", "--mode", mode, "--style", style)
    assert (status, err) == (0, "")
    compile(out, "emitted", "exec")
    assert f"def {name}" in out
    assert out.endswith("\n") and not out.endswith("\n\n")


def test_folded_and_reverse_are_the_defaults(run, model):
    target = f"{model}:price"
    default = run("emit", target)
    assert default == run("emit", target, "--style", "folded", "--mode", "reverse", "-o", "-")
    assert default != run("emit", target, "--style", "flat")
    assert default != run("emit", target, "--mode", "forward")
    assert default != run("emit", target, "--wrt", "y")


def test_emits_to_a_file(run, model, tmp_path):
    target, out = f"{model}:price", tmp_path / "price_grad.py"
    assert run("emit", target, "-o", out) == (0, "", "")
    assert out.read_text(encoding="utf-8") == run("emit", target)[1]


def test_overwrites_only_when_told_to(run, model, tmp_path):
    target, out = f"{model}:price", tmp_path / "price_grad.py"
    out.write_text("mine")
    status, printed, err = run("emit", target, "-o", out)
    assert (status, printed) == (2, "")
    assert "exists; --force overwrites it" in err
    assert out.read_text() == "mine"
    assert run("emit", target, "-o", out, "--force") == (0, "", "")
    assert out.read_text(encoding="utf-8") == run("emit", target)[1]


def test_a_file_that_can_not_be_written(run, model, tmp_path):
    for out in tmp_path / "no" / "such" / "folder.py", tmp_path:
        status, printed, err = run("emit", f"{model}:price", "-o", out, "--force")
        assert (status, printed) == (2, "")
        assert "can't write" in err


def test_nothing_is_written_for_a_refused_function(run, model, tmp_path):
    out = tmp_path / "out.py"
    assert run("emit", f"{model}:refused", "-o", out)[0] == 1
    assert not out.exists()


# ----------------------------------------------------------------------------------------------------- wengert


def test_wengert_list(run, model):
    status, out, err = run("wengert", f"{model}:price")
    assert (status, err) == (0, "")
    assert out.splitlines()[2].split() == ["entry", "operation", "partials", "adjoint", "line"]
    assert "x * y" in out and "by x: math.cos(x)" in out
    assert "by x: math.cos(x) = -0.416147" in run("wengert", f"{model}:price", "--at", "x=2,y=3")[1]


def test_wengert_list_as_the_compiler_has_it(run, model, tmp_path):
    status, out, err = run("wengert", f"{model}:price", "--format", "ir")
    assert (status, err) == (0, "")
    assert "function price(" in out
    assert "mul x y" in out and "math.sin x" in out
    assert run("wengert", f"{model}:price", "--format", "ir", "-o", tmp_path / "price.ir") == (0, "", "")
    assert (tmp_path / "price.ir").read_text() == out


# ------------------------------------------------------------------------------------------------------- check


@pytest.mark.parametrize(
    "name, at, wrt",
    [
        ("price", "x=2,y=3", None),
        ("price", "x=2,y=3", "y"),
        ("program", "x=2,n=4", None),
        ("program", "x=-2,n=0", None),
        ("program", "x=-2,n=3", "x"),
        ("both", "x=2,y=3", None),
        ("weighted", "x=1.5,weights=[2.0, 3.0]", None),
        ("inverse", "x=1e-3", None),
    ],
)
def test_check_that_agrees(run, model, name, at, wrt):
    status, out, err = run("check", f"{model}:{name}", "--at", at, *(["--wrt", wrt] if wrt else []))
    assert status == 0, out + err
    assert out.splitlines()[0].split() == ["reverse", "forward", "differences"]
    assert "<-" not in out
    assert out.endswith("\nthe derivatives agree\n")


def test_check_prints_value_and_derivatives(run, model):
    _, out, _ = run("check", f"{model}:price", "--at", "x=2,y=3")
    rows = {line.rsplit(maxsplit=3)[0]: line.split()[-3:] for line in out.splitlines()[1:4]}
    assert rows == {
        "value": ["6.909297427"] * 3,
        "d value / d x": ["2.583853163"] * 3,
        "d value / d y": ["2"] * 3,
    }


def test_check_that_does_not_agree(run, model):
    status, out, _ = run("check", f"{model}:relu", "--at", "x=0")
    assert status == 1
    assert "<- not the same" in out
    assert "\nthe derivatives do not agree\n" in out


def test_check_keeps_what_the_function_prints_out_of_the_table(run, model):
    _, out, err = run("check", f"{model}:inverse", "--at", "x=2")
    assert "inverse is called" in err
    assert "inverse is called" not in out


@pytest.mark.parametrize(
    "name, at, message",
    [
        ("inverse", "x=0", "the function itself fails at this point: ZeroDivisionError"),
        ("count", "n=3", "n taken as float; --argnums says"),
        ("price", "x=2", "the argument y needs a value"),
        ("price", "x=2,y=oops", "is no Python literal"),
        ("price", "x=2;y=3", "is not NAME=VALUE,NAME=VALUE"),
        ("price", "x=2,y=3,z=4", "no argument 'z'"),
    ],
)
def test_check_at_a_point_that_is_none(run, model, name, at, message):
    status, out, err = run("check", f"{model}:{name}", "--at", at)
    assert (status, out) == (2, "")
    assert "s2sad check: " in err
    assert message in err


# ------------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    "command, options", [("emit", ()), ("wengert", ()), ("check", ("--at", "x=1.0,y=2.0"))]
)
def test_wrong_use(run, model, command, options):
    for target, wrt, message in [
        (model.parent / "none.py:f", "x", "there is no file"),
        (f"{model}:prise", "x", "has no function prise; did you mean price?"),
        (model, "x", "FILE.py:FUNC"),
        (f"{model}:price", "z", "--argnums: the function has no argument 'z'"),
    ]:
        status, out, err = run(command, target, "--wrt", wrt, *options)
        assert (status, out) == (2, ""), target
        assert err.startswith(f"s2sad {command}: ")
        assert message in err


@pytest.mark.parametrize("command", ["emit", "check"])
def test_refused_function(run, model, command):
    status, out, err = run(command, f"{model}:refused", *(["--at", "x=1.0"] if command == "check" else []))
    assert (status, out) == (1, "")
    assert f"{model}:" in err
    assert "float(str(x))" in err
    assert "way out: " in err


def test_broken_file(run, tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("import no_such_module_anywhere\n")
    status, out, err = run("emit", f"{path}:f")
    assert (status, out) == (2, "")
    assert err.startswith(f"s2sad emit: importing {path} failed: ModuleNotFoundError: No module named")
    assert f'File "{path}", line 1' in err


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--no-such-option",),
        ("differentiate", "model.py:f"),
        ("emit",),
        ("emit", "model.py:f", "--mode", "sideways"),
        ("emit", "model.py:f", "--style", "plain"),
        ("check", "model.py:f"),
        ("bench", "model.py:f"),
        ("graph", "model.py:f", "--format", "png"),
        ("explain", "model.py:f", "--digits", "many"),
        ("completion", "fish"),
    ],
)
def test_wrong_arguments(run, arguments):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("usage: s2sad")


# --------------------------------------------------------------------------------------------- help and process


@pytest.mark.parametrize("command", ["emit", "wengert", "check"])
def test_help_has_an_example(run, command):
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    assert re.split("examples?:\n  ", out)[1].startswith(f"s2sad {command} model.py:price")


def test_help_of_the_program_lists_the_commands(run):
    status, out, _ = run("--help")
    assert status == 0
    assert all(f"    {command} " in out for command in ("emit", "wengert", "check"))
    assert "example:\n  s2sad " in out


def test_version(run):
    status, out, err = run("--version")
    assert (status, err) == (0, "")
    assert out.startswith("s2sad ")


def test_as_a_process(model):
    done = process("emit", "model.py:price", cwd=model.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert "def price" in done.stdout
    assert sorted(path.name for path in model.parent.iterdir()) == ["model.py"]
    failed = process("emit", "model.py:refused", cwd=model.parent)
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.startswith("model.py:")


def test_non_ascii_names_where_the_terminal_has_none(model):
    done = process("emit", f"{model}:größe", env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr
    assert "def größe" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="pipes break differently")
def test_broken_pipe_is_quiet(model):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = process(
            "emit", f"{model}:program", capture_output=False, stdout=writer, stderr=subprocess.PIPE
        )
    finally:
        os.close(writer)
    assert done.stderr == ""
    assert done.returncode == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
def test_full_disk(model):
    with open("/dev/full", "w") as full:
        done = process("emit", f"{model}:price", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.startswith("s2sad emit: can't write to standard output: ")
    assert "Traceback" not in done.stderr
