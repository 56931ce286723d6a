"""The documentation is true: its examples give what stands there, its links lead somewhere, its pages are up to date."""

import importlib
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
_CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.fixture(scope="module")
def tools():
    """The modules `doc_pages` and `write_docs`, which import each other as scripts of one folder do."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        yield importlib.import_module("doc_pages"), importlib.import_module("write_docs")
    finally:
        sys.path.remove(str(ROOT / "tools"))


def name_of(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_examples_give_what_the_page_says(path, tools, tmp_path):
    if path not in tools[1].pages():
        pytest.skip("made from the code")
    text = path.read_text(encoding="utf-8")
    found = tools[0].refreshed(text, tmp_path)
    for old, new in zip(text.splitlines(), found.splitlines()):
        assert tools[0].same(old, new), "make pages writes what the examples give now"
    assert tools[0].same(text, found)


def test_rules_page_is_up_to_date(tools):
    page = tools[1].RULES_PAGE.read_text(encoding="utf-8")
    assert tools[1].rules_page(page) == page, "make pages writes it"


def test_errors_page_is_up_to_date(tools):
    page = tools[1].ERRORS_PAGE.read_text(encoding="utf-8")
    assert tools[1].error_page.page() == page, "make pages writes it"


def test_errors_page_has_what_is_refused(tools):
    page = tools[1].error_page.page()
    for name in tools[1].error_page.CLASSES:
        assert f"## {name}\n" in page
    sets = "[a set of active values](limitations.md#sets-of-active-values)"
    assert f"| {sets} | use a list: a set merges equal numbers |" in page
    assert "| [the attribute `…` of a function is read](" in page
    decorated = "[it is decorated, or a lambda](limitations.md#standalone-modules)"
    assert f"| {decorated} | import it from a module of its own |" in page
    of_values = page.partition("## UnsupportedValue")[2].partition("## ")[0]
    assert (
        "| [an array that is written in place is stored in a container](limitations.md#arrays) |" in of_values
    )


def test_the_texts_of_errors_lead_to_their_limitations(tools):
    rows = re.findall(r"^\| (.+?) \| ", tools[1].error_page.page(), re.MULTILINE)
    texts = [row for row in rows if row not in ("what it says", "---")]
    linked = [text for text in texts if "](limitations.md#" in text]
    assert len(linked) > 0.8 * len(texts)
    assert all(not text.startswith("[") or text in linked for text in texts)


def test_page_of_what_is_supported_is_up_to_date(tools):
    page = tools[1].SUPPORTED_PAGE.read_text(encoding="utf-8")
    assert tools[1].supported_page() == page, "make docs writes it"


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_somewhere(path):
    text = _CODE.sub("", path.read_text(encoding="utf-8"))
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        target, _, heading = link.partition("#")
        other = path.parent / target if target else path
        if other.name.startswith("benchmarks"):  # made by a run of the benchmarks
            continue
        assert other.exists(), link
        assert not heading or heading in headings(other), link


def test_the_site_is_built_without_a_warning(tmp_path):
    for module in ("mkdocs", "material", "mkdocstrings_handlers.python", "mkdocs_awesome_nav"):
        pytest.importorskip(module)
    command = ["mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "value_and_grad" in (tmp_path / "reference.html").read_text(encoding="utf-8")


def headings(path):
    """The names that the headings of a page have in links."""
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


# ------------------------------------------------------------------------------------------ the tool itself


def test_values_and_outputs_are_written(tools, tmp_path):
    page = "```python\n1.0 + 1.0  # -> 5\nprint('new')\n```\n\n```text\nold\n```\n"
    assert tools[0].refreshed(page, tmp_path) == (
        "```python\n1.0 + 1.0  # -> 2.0\nprint('new')\n```\n\n```text\nnew\n```\n"
    )


def test_commands_run_beside_the_files_of_the_page(tools, tmp_path):
    page = (
        "```python\n# model.py\ndef f(x: float):\n    return x * x\n```\n"
        "```console\n$ s2sad emit model.py:f\n$ rm -rf kept\n```\n"
    )
    found = tools[0].refreshed(page, tmp_path)
    assert "$ s2sad emit model.py:f\ndef f_grad(x):\n    return 2.0 * x\n$ rm -rf kept\n```" in found


def test_places_have_no_folder(tools, tmp_path):
    page = "```python\ndef f():\n    pass\nprint(f.__code__.co_filename)\n```\n```text\n```\n"
    assert "```text\nexample.py\n```" in tools[0].refreshed(page, tmp_path)


def test_output_that_no_block_shows_is_an_error(tools, tmp_path):
    with pytest.raises(ValueError, match="no block below it shows it"):
        tools[0].refreshed("```python\nprint('lost')\n```\n", tmp_path)


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("x is 0.30000000000000004", "x is 0.3", True),
        ("x is 0.31", "x is 0.3", False),
        ("y is 0.3", "x is 0.3", False),
        ("1.5 2.5", "1.5", False),
        ("-1.0e-20 and 0.0", "1.0e-20 and 0.0", True),
    ],
)
def test_numbers_are_the_same_but_for_their_last_digits(tools, one, other, agree):
    assert tools[0].same(one, other) is agree


def test_an_outdated_page_is_reported_and_written(tools, tmp_path, monkeypatch, capsys):
    _, write_docs = tools
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("```python\n2.0 * 3.0  # -> ?\n```\n", encoding="utf-8")
    shutil.copy(write_docs.RULES_PAGE, tmp_path / "docs")
    monkeypatch.setattr(write_docs, "ROOT", tmp_path)
    for page in ("SUPPORTED_PAGE", "SCIPY_PAGE"):
        shutil.copy(getattr(write_docs, page), tmp_path / "docs")
        monkeypatch.setattr(write_docs, page, tmp_path / "docs" / getattr(write_docs, page).name)
    monkeypatch.setattr(write_docs, "RULES_PAGE", tmp_path / "docs" / "rules.md")
    monkeypatch.setattr(sys, "argv", ["write_docs.py", "--check"])
    assert write_docs.main() == 1
    assert capsys.readouterr().out == "README.md is not up to date\n"
    monkeypatch.setattr(sys, "argv", ["write_docs.py"])
    assert write_docs.main() == 0
    assert "# -> 6.0" in (tmp_path / "README.md").read_text(encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["write_docs.py", "--check"])
    assert write_docs.main() == 0


def test_the_rules_page_keeps_functions_that_this_python_does_not_have(tools):
    _, write_docs = tools
    page = write_docs.RULES_PAGE.read_text(encoding="utf-8")
    older = page.replace("`math.fabs`", "`math.fabs`, `math.of_the_future`", 1)
    found = write_docs.rules_page(older)
    assert "| `math.fabs`, `math.of_the_future` |" in found
    assert found.count("of_the_future") == 1
