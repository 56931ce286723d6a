"""A computation graph as a tree, and in the languages of Mermaid and Graphviz."""

import math

import s2sad


def f(x: float, y: float):
    z = x * y
    return z + math.sin(z)


def test_a_tree_from_the_result_down_to_the_arguments():
    text = str(s2sad.graph(f))
    lines = [line for line in text.splitlines() if line.strip()]
    assert any("math.sin" in line for line in lines) and any("x * y" in line for line in lines)


def test_values_and_adjoints_are_in_the_vertices():
    text = str(s2sad.graph(f, 2.0, 3.0))
    assert "6" in text and f"{3.0 * (1.0 + math.cos(6.0)):.6g}" in text


def test_other_languages():
    graph = s2sad.graph(f)
    assert graph.dot().startswith("digraph") and graph.dot().count("->") >= 4
    assert graph.mermaid().splitlines()[0].startswith(("graph", "flowchart"))
    assert graph.mermaid().count("-->") == graph.dot().count("->")
