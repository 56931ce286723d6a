"""Helpers of a derivative, written for arrays of any kind, as Numba takes them: of real matrices.

np.matmul(a, b)                              a @ b
np.conj(a) if np.iscomplexobj(a) else a      a
np.eye(n, dtype=bool)                        np.eye(n, dtype=np.bool_)
np.concatenate([a, b])                       np.concatenate((a, b))
np.diagonal(a, 0, -2, -1)                    np.diag(a)
np.swapaxes(a, -1, -2)                       a.T
print(text.format(*values))                  the same within `with objmode():`, by Python's interpreter
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from s2sad.backend.python_text import to_source

_SAME = ("conj", "real", "conjugate")


def for_machine_code(text: str, derivatives: Collection[str]) -> str:
    """The text of a module with its helpers in these words; the `derivatives` stay as they are."""
    lines = text.splitlines()
    found = [
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name not in derivatives
    ]
    for node in reversed(found):
        before, end = ast.dump(node), node.end_lineno
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        made = ast.fix_missing_locations(_InWords().visit(node))
        if ast.dump(made) != before:
            lines[first - 1 : end] = to_source(made).splitlines()
    return "\n".join(lines) + "\n"


class _InWords(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = _of_numpy(node.func)
        if name == "iscomplexobj":
            return ast.Constant(False)
        if name == "diagonal" and [ast.unparse(arg) for arg in node.args[1:]] == ["0", "-2", "-1"]:
            return ast.Call(ast.Attribute(ast.Name("np", ast.Load()), "diag", ast.Load()), node.args[:1], [])
        if name == "swapaxes" and [ast.unparse(arg) for arg in node.args[1:]] == ["-1", "-2"]:
            return ast.Attribute(node.args[0], "T", ast.Load())
        if name == "matmul" and len(node.args) == 2 and not node.keywords:
            return ast.BinOp(node.args[0], ast.MatMult(), node.args[1])
        if name in _SAME and len(node.args) == 1:
            return node.args[0]
        if name == "concatenate" and isinstance(node.args[0], ast.List):
            node.args[0] = ast.Tuple(node.args[0].elts, ast.Load())
        for keyword in node.keywords:
            if keyword.arg == "dtype" and isinstance(keyword.value, ast.Name) and keyword.value.id == "bool":
                keyword.value = ast.Attribute(ast.Name("np", ast.Load()), "bool_", ast.Load())
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        shows = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "print"
        return ast.parse("with objmode():\n    " + ast.unparse(node)).body[0] if shows else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node


def _of_numpy(node: ast.AST) -> str | None:
    """The name of a function of NumPy's, as `np.name`."""
    is_one = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "np"
    return node.attr if is_one else None  # type: ignore[attr-defined]
