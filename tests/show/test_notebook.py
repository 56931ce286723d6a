"""In notebooks: functions of cells are differentiated, and derivatives show themselves."""

import math
import re

import pytest

pytest.importorskip("IPython")
from IPython.core.interactiveshell import InteractiveShell

import s2sad


@pytest.fixture(scope="module")
def shell():
    found = InteractiveShell.instance()
    found.cache_size = 0
    yield found
    InteractiveShell.clear_instance()


@pytest.fixture
def run(shell):
    """Runs a cell; what its last line gives."""

    def call(text):
        found = shell.run_cell(text, store_history=True, silent=False)
        found.raise_error()
        return found.result

    call("import math\nimport s2sad\nimport numpy as np")
    return call


def forms_of(shell, value):
    return shell.display_formatter.format(value)[0]


def test_functions_of_cells(run):
    run("def f(x, y):\n    z = x * y\n    return z * math.sin(x)")
    assert run("s2sad.gradient(f, 2.0, 3.0)") == s2sad.gradient(lambda x, y: x * y * math.sin(x), 2.0, 3.0)
    run("def f(x, y):\n    return x + 2.0 * y")
    assert run("s2sad.gradient(f, 2.0, 3.0)") == (1.0, 2.0)


def test_functions_of_several_cells_and_lambdas(run):
    run("def helper(v):\n    return v * v * v")
    run("def outer(x):\n    return helper(x) + (lambda t: t * t)(x)")
    assert run("s2sad.grad(outer)(2.0)") == 16.0
    assert run("s2sad.grad(lambda x: x**3)(2.0)") == 12.0
    assert run("%time s2sad.grad(outer)(2.0)") == 16.0


def test_refusals_name_the_cell_and_the_line(run):
    with pytest.raises(s2sad.DifferentiationError) as caught:
        run("def text(x):\n    return float(str(x))\ns2sad.grad(text)(1.0)")
    assert ":2:" in str(caught.value) and "float(str(x))" in str(caught.value)


def test_a_derivative_shows_its_source_a_table_and_a_graph(run, shell):
    run("def g(x, y):\n    return x * y + math.sin(x)")
    forms = forms_of(shell, run("slope = s2sad.grad(g, (0, 1))\nslope(2.0, 3.0)\nslope"))
    assert forms["text/plain"].startswith("<grad of __main__.g")
    html = forms["text/html"]
    assert '<span class="k">def</span> g_grad(x, y):' in html
    assert [html.count(f"<summary>{part}") for part in ("beside", "entries", "graph")] == [1, 1, 1]
    assert 'data-line="2"' in html and "math.sin(x)" in html
    assert run("slope.source") in run("print(slope.source) or slope.source")


def test_of_arrays_it_is_what_the_last_call_was(run, shell):
    run("def norm(a):\n    return np.sum(a @ a.T)")
    html = forms_of(shell, run("big = s2sad.grad(norm)\nbig(np.eye(2))\nbig"))["text/html"]
    assert "def norm_grad(a):" in re.sub("<[^>]+>", "", html)
    assert "[[1, 0], [0, 1]]" not in html  # formulas, no values


def test_without_code_there_is_the_name_only(run, shell):
    run("def refused(x):\n    return float(str(x))")
    assert set(forms_of(shell, run("s2sad.grad(refused)"))) == {"text/plain"}


def test_views_show_themselves(run, shell):
    run("def h(x):\n    for i in range(3):\n        x = x * 1.5\n    return x")
    explanation = run("s2sad.explain(h, 2.0)")
    assert set(forms_of(shell, explanation)) == {"text/plain", "text/html", "text/markdown", "text/latex"}
    assert forms_of(shell, explanation)["text/plain"] == str(explanation).rstrip("\n")
    assert "text/html" in forms_of(shell, explanation.table)
    assert "Point at code" not in forms_of(shell, run("s2sad.beside(h)"))["text/html"]
    assert "text/vnd.mermaid" in forms_of(shell, run("s2sad.graph(h)"))
    assert "text/html" in forms_of(shell, run("s2sad.report(h, 2.0)"))


def test_cells_have_no_file_names_in_titles():
    from s2sad.show.page import file_name

    assert file_name("<ipython-input-12-abcdef>") == "In [12]"
    assert file_name("/tmp/ipykernel_123/456.py") == "a cell"
    assert file_name("/home/someone/model.py") == "model.py"
