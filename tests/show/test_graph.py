"""Computation graphs: what is computed from what, as a tree and as pictures."""

import re
import shutil
import sys

import numpy as np
import pytest
from shown_programs import NUMBERS, OTHERS, branching, cooled, handled, product, two

import s2sad


def edges_of(graph, kind="value"):
    return {(edge.source, edge.target) for edge in graph.edges if edge.kind == kind}


def test_edges_go_from_operands_to_entries():
    graph = s2sad.graph(product)
    assert edges_of(graph) == {
        ("x", "z_1"),
        ("y", "z_1"),
        ("z_1", "t"),
        ("x", "t_1"),
        ("t", "result"),
        ("t_1", "result"),
    }


def test_the_tree_of_a_formula():
    assert str(s2sad.graph(product, 2.0, 3.0)).splitlines()[4:] == [
        "result = t + t_1        36.9093    1         10",
        "├── t = z_1 * z_1       36         1         10",
        "│   └── z_1 = x * y     6          12        9",
        "│       ├── x           2          35.5839",
        "│       └── y           3          24",
        "└── t_1 = math.sin(x)   0.909297   1         10",
        "    └── x               2          35.5839",
    ]


def test_what_is_used_again_is_not_repeated():
    text = str(s2sad.graph(branching, 2.0, 6))
    assert text.count("total_1, carried") == 1
    assert text.count("total_1 (above)") == 4


def test_loops_lead_to_their_next_iteration():
    graph = s2sad.graph(branching)
    assert edges_of(graph, "next") == {("total_4", "total_1")}
    assert ("total_1", "total_5") in edges_of(graph)


def test_control_flow_is_nested_boxes():
    graph = s2sad.graph(branching)
    (loop,) = [part for part in graph.box.parts if not hasattr(part, "label")]
    assert loop.title == "for i in range(steps)"
    assert [part.title for part in loop.parts if not hasattr(part, "label")] == ["if total > 1.0", "else"]
    titles = [part.title for part in s2sad.graph(handled).box.parts if not hasattr(part, "label")]
    assert titles == ["try", "except"]


def test_arrays_that_are_written_lead_to_what_reads_them_later():
    graph = s2sad.graph(cooled, np.arange(5.0), 3)
    (write,) = [vertex.name for vertex in graph.box.vertices() if "+=" in vertex.label]
    (read,) = [vertex.name for vertex in graph.box.vertices() if vertex.label.endswith("u_1 * u_1")]
    assert (write, read) in edges_of(graph, "memory")


def test_what_is_not_differentiated_is_told_apart():
    graph = s2sad.graph(branching, 2.0, 3)
    passive = {vertex.name for vertex in graph.box.vertices() if not vertex.is_active}
    assert passive == {"steps", "t", "i_1"}


def test_of_several_results_each_is_a_root():
    text = str(s2sad.graph(two, 2.0, 3.0))
    assert sum(line[:1].isalpha() and " = " in line for line in text.splitlines()) == 2


@pytest.mark.parametrize("function, args", [*NUMBERS, *OTHERS], ids=lambda one: getattr(one, "__name__", ""))
def test_pictures_have_every_vertex_and_every_edge_once(function, args):
    graph = s2sad.graph(function, *args)
    count, edges = len(list(graph.box.vertices())), len(graph.edges)
    names = {f"n{i}" for i in range(count)}
    mermaid = graph.mermaid()
    assert set(re.findall(r'^ *(n\d+)(?:\["|\(\[")', mermaid, re.MULTILINE)) == names
    assert len(re.findall(r"^ *n\d+ -", mermaid, re.MULTILINE)) == edges
    assert mermaid.count("subgraph") == len(re.findall(r"^ *end$", mermaid, re.MULTILINE))
    dot = graph.dot()
    assert set(re.findall(r"^ *(n\d+) \[label", dot, re.MULTILINE)) == names
    assert dot.count(" -> ") == edges and dot.count("{") == dot.count("}")
    boxes = re.findall(r"subgraph (\w+)", mermaid)
    assert len(set(boxes)) == len(boxes)


def test_labels_are_escaped():
    def quoted(x, table):
        return x * table["a<b>"] * len('say "hi"')

    graph = s2sad.graph(quoted, 2.0, {"a<b>": 3.0}, argnums=0)
    assert "#lt;b#gt;" in graph.mermaid() and "<b>" not in graph.mermaid().replace("<br/>", "")


def test_data_for_programs():
    data = s2sad.graph(product, 2.0, 3.0).as_data()
    assert data["vertices"][0] == {
        "name": "x",
        "label": "x",
        "kind": "argument",
        "line": "",
        "value": "2",
        "adjoint": "35.5839",
        "is_active": True,
        "is_result": False,
    }
    assert {"source": "x", "target": "z_1", "kind": "value"} in data["edges"]


def test_svg():
    pytest.importorskip("graphviz")
    if shutil.which("dot") is None:
        pytest.skip("the program of Graphviz isn't there")
    graph = s2sad.grad(branching).graph(2.0, 6)
    assert graph.svg().count('class="node"') == len(list(graph.box.vertices()))
    assert "<svg" in graph._repr_html_()


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    graph = s2sad.graph(product)
    with pytest.raises(ImportError, match=r"pip install 's2sad\[graph\]'"):
        graph.svg()
    assert set(graph._repr_mimebundle_()) == {"text/plain", "text/vnd.mermaid"}


def test_without_the_program_it_says_what_to_do(monkeypatch):
    pytest.importorskip("graphviz")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError, match=r"`dot` is not installed: install Graphviz.*mermaid\(\)"):
        s2sad.graph(product).svg()
