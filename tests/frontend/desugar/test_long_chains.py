"""Long chains of choices in parts: they choose what they chose, and nest less deeply."""

import ast

import pytest

from s2sad.frontend.desugar.building import Rewriter
from s2sad.frontend.desugar.long_chains import cut_chains

N = 60


def cut(text):
    body = ast.parse(text).body
    return cut_chains(body, [child for statement in body for child in ast.walk(statement)])


class _Named(Rewriter):
    """The text of what is made, whose names Python takes."""

    def leaf(self, value):
        return value.replace("%", "_") if isinstance(value, str) else value

    def visit_Constant(self, node):
        return (
            node
            if isinstance(node.value, (int, str, type(None)))
            else ast.copy_location(ast.Constant(None), node)
        )


def run(statements, **names):
    module = ast.Module(_Named().statements(statements), [])
    exec(compile(ast.fix_missing_locations(module), "<test>", "exec"), names)
    return names


def depth(node, kind):
    inner = max((depth(child, kind) for child in ast.iter_child_nodes(node)), default=0)
    return inner + isinstance(node, kind)


ELIFS = "if x == 0: y = 0\n" + "".join(f"elif x == {i}: y = {i * i}\n" for i in range(1, N)) + "else: y = -1"
CHOSEN = "y = " + "".join(f"{i * i} if x == {i} else " for i in range(N)) + "-1"
ALL = "y = " + " and ".join(f"seen.append({i}) or x != {i}" for i in range(N))
ANY = "y = " + " or ".join(f"(seen.append({i}), x == {i})[1]" for i in range(N))


@pytest.mark.parametrize("text", [ELIFS, CHOSEN])
def test_what_is_chosen(text):
    made = cut(text)
    for x in (*range(0, N, 7), 23, 24, 25, 47, 48, 49, N - 1, N):
        assert run(made, x=x)["y"] == run(ast.parse(text).body, x=x)["y"]
    kind = ast.If if text is ELIFS else ast.IfExp
    before = depth(ast.parse(text), kind)
    assert before == N and max(depth(statement, kind) for statement in made) < 31


def test_a_chain_without_an_end():
    text = ELIFS.removesuffix("else: y = -1")
    assert run(cut(text), x=N, y=5)["y"] == 5
    assert run(cut(text), x=N - 1, y=5)["y"] == (N - 1) ** 2


@pytest.mark.parametrize("text", [ALL, ANY])
def test_operands_are_evaluated_until_one_decides(text):
    assert len(cut(text)[0].value.values) < 30
    for x in (0, 24, 25, 26, N - 1, N):
        seen, others = [], []
        assert run(cut(text), x=x, seen=seen)["y"] == run(ast.parse(text).body, x=x, seen=others)["y"]
        assert seen == others


def test_chains_within_each_other_and_in_loops():
    text = f"for x in xs:\n{'    ' + ELIFS.replace(chr(10), chr(10) + '    ')}\n    out.append(y)"
    out, wanted = [], []
    run(cut(text), xs=[3, 30, 55, 99], out=out)
    run(ast.parse(text).body, xs=[3, 30, 55, 99], out=wanted)
    assert out == wanted == [9, 900, 3025, -1]


def test_short_chains_stay():
    body = ast.parse("if a: b\nelif c: d\nelse: e\nx = p if q else r if s else t\ny = u and v and w").body
    assert cut_chains(body, [child for statement in body for child in ast.walk(statement)]) is body


def test_functions_within_keep_theirs():
    (made,) = cut("def f(x):\n    " + ELIFS.replace("\n", "\n    "))
    assert depth(made, ast.If) == N
