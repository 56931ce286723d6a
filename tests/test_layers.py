"""Imports within the package go downwards only, and the tool that says so sees those that do not."""

import importlib.util
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("check_layers", ROOT / "tools" / "check_layers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def package(tmp_path):
    """Writes a package from the texts of its files, beside an empty file for each layer."""

    def write(files):
        folder = tmp_path / "s2sad"
        for name in "ir frontend rules analysis ad transform backend runtime show".split():
            (folder / name).mkdir(parents=True)
            (folder / name / "__init__.py").touch()
        for name in "__init__ errors pipeline dynamic api cli".split():
            (folder / f"{name}.py").touch()
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text)
        return folder

    return write


def test_imports_of_the_package_go_downwards(tool):
    assert tool.violations(ROOT / "s2sad") == []


@pytest.mark.parametrize(
    "file, text",
    [
        ("ir/nodes", "import s2sad.errors\nfrom s2sad.runtime import structure\nfrom . import printer"),
        ("ad/reverse", "from s2sad.ir.nodes import Entry\nfrom ..rules.book import BOOK"),
        ("analysis/activity", "from s2sad.rules import book"),
        ("backend/source", "import os, astor\nfrom s2sadness import api"),
        ("dynamic", "from s2sad import pipeline"),
        ("cli", "from s2sad.api import grad"),
        ("__init__", "from s2sad.api import grad\nfrom . import cli"),
    ],
)
def test_allowed(tool, package, file, text):
    assert tool.violations(package({file: text})) == []


@pytest.mark.parametrize(
    "file, text, wanted",
    [
        ("errors", "import s2sad.ir.nodes", "errors imports ir, which is above it"),
        ("ir/nodes", "def f():\n    from s2sad.frontend import source", "ir imports frontend"),
        ("ad/reverse", "from ..pipeline import run", "ad imports pipeline"),
        ("ad/reverse", "from .. import pipeline", "ad imports pipeline"),
        ("runtime/structure", "from s2sad.errors import SourceNotFound", "runtime imports errors"),
        ("api", "from s2sad import grad", "api imports __init__"),
        ("api", "import s2sad", "api imports __init__"),
        ("helpers", "", "helpers is in no layer"),
    ],
)
def test_refused(tool, package, file, text, wanted):
    (found,) = tool.violations(package({file: text}))
    assert wanted in found


def test_neighbours_that_import_each_other(tool, package):
    found = tool.violations(
        package({"ad/a": "from s2sad.transform import dce", "transform/b": "from s2sad.ad import reverse"})
    )
    assert len(found) == 2 and all("import each other" in line for line in found)


def test_modules_of_a_folder_that_import_each_other_in_a_circle(tool, package):
    files = {
        "ad/a": "from s2sad.ad.b import f",
        "ad/b": "def f():\n    from s2sad.ad import c",
        "ad/c": "import s2sad.ad.a",
        "ir/a": "from s2sad.ir.b import g",
        "ir/b": "",
    }
    (found,) = tool.circles(package(files))
    steps = found.partition(": ")[2].split(", which ")
    assert steps[0] == "ad.a imports ad.b"
    assert steps[1:] == ["imports ad.c", "imports ad.a"]


@pytest.mark.parametrize(
    "files",
    [
        {"show/a": "from s2sad.show.b import f", "show/b": "from s2sad.show import a"},
        {"compiled": "from s2sad.show import a", "show/a": "import s2sad.compiled"},
        {"ir/a": "class A:\n    from s2sad.backend.b import g\n", "backend/b": "from ..ir import a"},
    ],
    ids=["elsewhere", "file", "folders"],
)
def test_circles_of_imports_anywhere_in_the_package(tool, package, files):
    (found,) = tool.circles(package(files))
    assert found.partition(": ")[2].count("imports") == 2


BASE = "class Base:\n    def run(self):\n        return self.{}()\n"


def subclass(method, of="a", name="More"):
    return f"from s2sad.ad.{of} import Base\nclass {name}(Base):\n    def {method}(self): pass\n"


MIXINS = {
    "ad/a": "class A:\n    def f(self):\n        return self.g()\n",
    "ad/b": "class B:\n    def g(it):\n        return it.f\n",
    "ad/c": "from s2sad.ad import b\nfrom s2sad.ad.a import A as First\nclass C(First, b.B): pass\n",
}


@pytest.mark.parametrize(
    "files, wanted",
    [
        ({"ad/a": BASE.format("step"), "ad/b": subclass("step")}, "looks up step in ad.b"),
        (
            {"ad/a": BASE.format("step") + "    def step(self): pass\n", "ad/b": subclass("step")},
            "looks up step in ad.b",
        ),
        (MIXINS, "looks up g in ad.b"),
        (
            {
                "ad/a": "class Base:\n    @property\n    def n(self):\n        return self.size\n",
                "transform/b": subclass("size"),
            },
            "looks up size in transform.b",
        ),
        ({"ad/a": BASE.format("run"), "ad/b": subclass("step")}, None),
        ({"ad/a": BASE.format("step"), "show/b": subclass("step")}, None),
        ({"ad/a": BASE.format("step"), "ad/b": "class Base:\n    def step(self): pass\n"}, None),
    ],
    ids=["missing", "overridden", "mixins", "property", "downwards", "above", "namesake"],
)
def test_circles_through_self(tool, package, files, wanted):
    found = tool.circles(package(files))
    assert [wanted in line for line in found] == ([True] if wanted else [])


@pytest.mark.parametrize(
    "files, wanted",
    [
        (
            {"ad/a": BASE.format("step"), "ad/b": subclass("step")},
            "Base calls step",
        ),
        ({"ad/a": BASE.format("run"), "ad/b": subclass("run")}, None),
        ({"ad/a": BASE.format("state"), "ad/b": "class More:\n    def state(self): pass\n"}, None),
        ({"ad/a": "class Base:\n    def step(self):\n        raise AssertionError  # above\n"}, "stands in"),
        ({"ad/a": "class Base:\n    def step(self):\n        raise ValueError\n"}, None),
        (
            {"ad/a": "class Large:\n" + "".join(f"    def f{i}(self): pass\n" for i in range(41))},
            "41 methods",
        ),
        (
            {
                "ad/a": "class Base:\n" + "".join(f"    def f{i}(self): pass\n" for i in range(39)),
                "ad/b": subclass("g") + "    async def h(self): pass\n    def f1(self): pass\n",
            },
            "More has 41 methods",
        ),
        ({"ad/a": "class Base:\n    def f(self):\n        raise NotImplementedError('f')\n"}, "stands in"),
        ({"api": "class Base:\n    def step(self):\n        raise AssertionError\n"}, None),
    ],
    ids=[
        "derived",
        "overridden",
        "unrelated",
        "stub",
        "error",
        "large",
        "inherited",
        "not implemented",
        "elsewhere",
    ],
)
def test_classes(tool, package, files, wanted):
    found = tool.classes(package(files))
    assert [wanted in line for line in found] == ([True] if wanted else [])


def test_the_compiler_has_no_circles(tool):
    assert tool.circles(ROOT / "s2sad") == []
    assert tool.classes(ROOT / "s2sad") == []


def test_command_line(tool, package, capsys):
    assert tool.main([]) == 0
    folder = package({"errors": "import s2sad.api"})
    assert tool.main([str(folder)]) == 1
    assert f"{folder / 'errors.py'}:1: errors imports api" in capsys.readouterr().out
