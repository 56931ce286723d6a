"""The functions that lowering asks of the modules above: each is asked for by its name, and is there."""

import ast
import pathlib
import re

from s2sad.frontend import dispatch_table

FOLDER = pathlib.Path(dispatch_table.__file__).parent


def imported():
    tree = ast.parse((FOLDER / "dispatch_table.py").read_text(encoding="utf-8"))
    nodes = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {
        alias.asname or alias.name
        for node in nodes
        if node.module.startswith("s2sad.")
        for alias in node.names
    }


def asked_for():
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py")]
    return {name for text in texts for name in re.findall(r"\bdispatch\.(\w+)", text)}


def test_what_is_asked_for_is_there():
    missing = [name for name in asked_for() if not hasattr(dispatch_table, name)]
    assert missing == []


def test_what_is_there_is_asked_for():
    table = (*dispatch_table.STATEMENTS.values(), *dispatch_table.EXPRESSIONS.values())
    by_class = {function.__name__ for function in table}
    assert imported() - asked_for() - by_class == set()
