"""How `FILE.py:FUNC` is found, and what is left behind when it is no longer needed: nothing."""

import sys

import pytest

from s2sad.cli.target import UsageError, chosen, imported

MODEL = """
from dataclasses import dataclass

import {neighbour}

@dataclass
class Settings:
    scale: "float" = 2.0

class Group:
    inner = staticmethod(lambda x: x)

def price(x, y):
    return {neighbour}.twice(x) * y * Settings().scale

def late(x):
    import {neighbour}
    return {neighbour}.twice(x)

def _hidden(x):
    return x

LIMIT = 3
print("imported")
"""


@pytest.fixture
def model(tmp_path):
    """A file that imports its neighbour, which has another name in every test."""
    neighbour = f"neighbour_{abs(hash(tmp_path))}"
    (tmp_path / f"{neighbour}.py").write_text("def twice(x):\n    return 2 * x\n")
    path = tmp_path / "model.py"
    path.write_text(MODEL.format(neighbour=neighbour))
    yield path
    sys.modules.pop(neighbour, None)


@pytest.mark.parametrize(
    "name, wanted", [("price", 24.0), ("_hidden", 2.0), ("Group.inner", 2.0), ("late", 4.0)]
)
def test_function_of_a_file(model, name, wanted):
    with imported(f"{model}:{name}") as function:
        assert function(*[2.0, 3.0][: function.__code__.co_argcount]) == wanted


def test_leaves_nothing_behind(model):
    before = list(sys.path), sys.dont_write_bytecode
    with imported(f"{model}:price"):
        assert sys.modules["model"].__name__ == "model"
    assert (list(sys.path), sys.dont_write_bytecode) == before
    assert "model" not in sys.modules
    assert not (model.parent / "__pycache__").exists()


def test_a_loaded_module_of_the_same_name_keeps_its_place(tmp_path):
    import ast

    (tmp_path / "ast.py").write_text("import ast\ndef f(x):\n    return x * ast.literal_eval('2')\n")
    with imported(f"{tmp_path / 'ast.py'}:f") as function:
        assert sys.modules["ast"] is ast
        assert function(3) == 6
        assert function.__module__ == "ast"
    assert sys.modules["ast"] is ast


def test_what_the_file_prints_goes_to_standard_error(model, capsys):
    with imported(f"{model}:price"):
        pass
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "imported\n"


def test_a_relative_path_stays_so_in_messages(model, monkeypatch):
    monkeypatch.chdir(model.parent)
    with imported("model.py:price") as function:
        assert function.__code__.co_filename == "model.py"


@pytest.mark.parametrize("name", ["my-model.py", "a.b.py", "größe.py", "noend"])
def test_any_file_name(tmp_path, name):
    (tmp_path / name).write_text("def f(x):\n    return x\n")
    with imported(f"{tmp_path / name}:f") as function:
        assert function(2.0) == 2.0


@pytest.mark.parametrize("target", ["model.py", "model.py:", ":price", ""])
def test_not_a_file_and_a_function(target):
    with pytest.raises(UsageError, match=r"is not FILE\.py:FUNC"):
        with imported(target):
            pass


@pytest.mark.parametrize(
    "name, message",
    [
        ("prize", "has no function prize; did you mean price"),
        ("zzz", "has no function zzz; it has Settings, Group, price, late, _hidden"),
        ("Group.outer", "has no function Group.outer"),
        ("price..x", "has no function"),
        ("LIMIT", "LIMIT in .* is no function but of type int"),
        ("Group", "Group in .* is no function but of type type"),
    ],
)
def test_no_such_function(model, name, message):
    with pytest.raises(UsageError, match=message):
        with imported(f"{model}:{name}"):
            pass


def test_no_such_file(tmp_path):
    for missing in tmp_path / "missing.py", tmp_path:
        with pytest.raises(UsageError, match="there is no file"):
            with imported(f"{missing}:f"):
                pass


@pytest.mark.parametrize(
    "text, messages",
    [
        ("x = 1 / 0\n", ["ZeroDivisionError: division by zero", "line 1"]),
        ("def f(:\n", ["SyntaxError: ", "def f(:"]),
        ("import no_such_module_anywhere\n", ["ModuleNotFoundError", "no_such_module_anywhere"]),
        ("import sys\nsys.exit('no')\n", ["SystemExit: no"]),
        ("from . import other\n", ["ImportError"]),
    ],
)
def test_failing_import_is_shown_from_the_file_on(tmp_path, text, messages):
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        with imported(f"{path}:f"):
            pass
    said = str(caught.value)
    assert said.startswith(f"importing {path} failed: {messages[0]}")
    assert all(message in said for message in messages)
    assert "importlib" not in said
    assert "broken" not in sys.modules


def test_names_to_differentiate_by():
    def f(x, y, *, key):
        return x * y

    assert chosen(f, None) is None
    assert chosen(f, "y") == ("y",)
    assert chosen(f, "y, x,key") == ("y", "x", "key")
    for wrong in "z", "x,", "", "0":
        with pytest.raises(UsageError, match="the function has no argument"):
            chosen(f, wrong)
