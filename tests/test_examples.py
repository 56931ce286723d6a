"""Every example runs, says what its page says, and needs no more than it has to."""

import ast
import importlib
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

import s2sad

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = sorted(path for path in (ROOT / "examples").glob("*.py") if not path.stem.endswith("_grad"))
DRAWING = [path for path in SOURCES if "def draw" in path.read_text(encoding="utf-8")]
DRAWS = importlib.util.find_spec("matplotlib") is not None
SIGNATURES = {".png": b"\x89PNG", ".gif": b"GIF8"}


@pytest.fixture(scope="module")
def tools():
    """The modules `doc_pages` and `write_examples`, which import each other as scripts of one folder do."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        yield importlib.import_module("doc_pages"), importlib.import_module("write_examples")
    finally:
        sys.path.remove(str(ROOT / "tools"))


def run(path, *arguments, first=""):
    """The finished process of an example, in a folder that is not its own; modules in the folder `first` come first."""
    search = os.pathsep.join(filter(None, [str(first), str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, str(path), *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT / "tests",
        env={**os.environ, "PYTHONPATH": search, "PYTHONIOENCODING": "utf-8"},
        timeout=120,
    )


def without(folder, *modules):
    """The folder, in which these modules can't be imported."""
    for name in modules:
        (folder / f"{name}.py").write_text(f"raise ImportError('no {name} here')\n", encoding="utf-8")
    return folder


def name_of(path):
    return path.stem


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_runs_and_prints_what_its_page_says(path, tools, tmp_path):
    doc_pages, write_examples = tools
    (example,) = [one for one in write_examples.EXAMPLES if one.source == path]
    for module in example.needs:
        pytest.importorskip(module)
    files = [tmp_path / picture for picture in example.pictures if DRAWS]
    done = run(path, *files)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.strip()
    old = write_examples.lasting(example.page.read_text(encoding="utf-8"))
    new = write_examples.lasting(write_examples.page(example, done.stdout))
    for one, other in zip(old.splitlines(), new.splitlines()):
        assert doc_pages.same(one, other, 1e-6, 1e-6), "make pages writes it"
    assert doc_pages.same(old, new, 1e-6, 1e-6)
    for file in files:
        assert file.read_bytes().startswith(SIGNATURES[file.suffix])


def test_pictures_are_drawn_by_the_examples_that_can(tools):
    assert DRAWING == sorted(one.source for one in tools[1].EXAMPLES if one.pictures) != []


@pytest.mark.parametrize("path", DRAWING, ids=name_of)
def test_what_draws_is_imported_only_where_it_is_drawn(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    outside = [node for node in tree.body if not isinstance(node, ast.FunctionDef) or node.name != "draw"]
    assert "matplotlib" in ast.unparse(tree)
    assert "matplotlib" not in "\n".join(
        ast.unparse(each)
        for node in outside
        for each in ast.walk(node)
        if isinstance(each, (ast.Import, ast.ImportFrom))
    )


def test_every_example_has_a_page_in_the_list(tools):
    _, write_examples = tools
    assert sorted(example.name for example in write_examples.EXAMPLES) == [path.stem for path in SOURCES]
    assert (write_examples.PAGES / "index.md").read_text(encoding="utf-8") == write_examples.index()
    assert (write_examples.PAGES / ".nav.yml").read_text(encoding="utf-8") == write_examples.navigation()


def test_what_is_measured_may_differ_from_page_to_page(tools):
    _, write_examples = tools
    page = "```text\nvalue 1\n\nMeasured:\n  2.5 times\n```\n\n![A picture](a.png)\n"
    assert write_examples.lasting(page) == "```text\nvalue 1\n\n\n![A picture](a.png)\n"
    assert write_examples.lasting("value 1\n") == "value 1\n"


def test_logistic_regression_runs_without_s2sad(tmp_path):
    done = run(ROOT / "examples" / "logistic_regression.py", first=without(tmp_path, "s2sad"))
    assert done.returncode == 0, done.stderr
    assert "labels foretold" in done.stdout


def test_the_committed_gradient_is_what_is_emitted_now():
    spec = importlib.util.spec_from_file_location("logistic", ROOT / "examples" / "logistic_regression.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    committed = (ROOT / "examples" / "logistic_regression_grad.py").read_text(encoding="utf-8")
    types = {"weights": "float64[:]", "features": "float64[:,:]", "labels": "float64[:]"}
    emitted = s2sad.emit(example.loss, argnums="weights", standalone=True, types=types)
    assert (
        committed.rstrip() == emitted.rstrip()
    ), "the docstring of the example has the command that writes it"


@pytest.fixture(scope="module")
def demo():
    return run(ROOT / "examples" / "demo.py").stdout


def test_demo_shows_each_form_of_each_function(demo):
    for name in "f", "kepler":
        titles = re.findall(rf"^# {name}: (.*)$", demo, re.MULTILINE)
        assert titles[:2] == ["the function", "its Wengert list"]
        assert sum("forward mode" in title for title in titles) == 2
        assert sum("reverse mode" in title for title in titles) == 2
        assert titles[-1].startswith("the gradient at")


def test_demo_shows_derivatives_beside_differences(demo):
    rows = re.findall(r"^(\w+) +(-?\d+\.\d{15}) +(-?\d+\.\d{15})$", demo, re.MULTILINE)
    assert [name for name, _, _ in rows] == ["x", "y", "mean", "eccentricity"]
    for _, derivative, difference in rows:
        assert float(derivative) == pytest.approx(float(difference), rel=1e-8)


def test_demo_gives_the_known_gradient(demo):
    gradient = [float(number) for number in re.findall(r"^[xy] +(\S+)", demo, re.MULTILINE)[-2:]]
    assert gradient == pytest.approx([2.5838531634528574, 2.0], rel=1e-14)
