"""Formulas and tables as LaTeX: what stands in a paper."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import ClassVar

from s2sad.show.cells import Cell, Code, Formula, Grid, Joined, Number, Row

_GREEK = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
    "omega".split()
)
_FUNCTIONS = frozenset("sin cos tan sinh cosh tanh exp log det max min arcsin arccos arctan".split())
_NAMED = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "log10": "log_{10}", "log2": "log_2"}
_COMPARE = {
    ast.Lt: "<",
    ast.LtE: r"\le",
    ast.Gt: ">",
    ast.GtE: r"\ge",
    ast.Eq: "=",
    ast.NotEq: r"\ne",
}
_SPECIAL = {letter: f"\\{letter}" for letter in "&%$#_{}"} | {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "…": r"\dots{}",
}
_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(1, 6)


def formula(tree: ast.AST) -> str:
    """An expression or a statement as mathematics, without dollar signs; code that has no such form as `\\texttt`."""
    return _Writer().visit(tree)


class _Writer:
    """`z_bar` is z with a bar, `x_dot` x with a dot, and a number at the end of a name is an index."""

    def visit(self, tree: ast.AST) -> str:
        method = self._FORMS.get(type(tree))
        return method(self, tree) if method else rf"\mathtt{{{escaped(ast.unparse(tree))}}}"

    def within(self, tree: ast.AST, least: int) -> str:
        """An operand, in parentheses if it binds less than that."""
        text = self.visit(tree)
        return text if _strength(tree) >= least else rf"\left({text}\right)"

    def name(self, tree: ast.Name) -> str:
        return variable(tree.id)

    def constant(self, tree: ast.Constant) -> str:
        value = tree.value
        if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return number(repr(value))
        return rf"\mathtt{{{escaped(repr(value))}}}"

    def binary(self, tree: ast.BinOp) -> str:
        if isinstance(tree.op, ast.Div):
            return rf"\frac{{{self.visit(tree.left)}}}{{{self.visit(tree.right)}}}"
        if isinstance(tree.op, ast.Pow):
            return f"{self.within(tree.left, _ATOM)}^{{{self.visit(tree.right)}}}"
        sign = {ast.Add: "+", ast.Sub: "-", ast.Mult: r"\,", ast.MatMult: r"\,"}.get(type(tree.op))
        if sign is None:
            return rf"\mathtt{{{escaped(ast.unparse(tree))}}}"
        least = _SUM if isinstance(tree.op, (ast.Add, ast.Sub)) else _PRODUCT
        right = self.within(tree.right, least + isinstance(tree.op, ast.Sub))
        if sign == r"\," and right[:1].isdigit():
            sign = r"\cdot"
        return f"{self.within(tree.left, least)} {sign} {right}"

    def unary(self, tree: ast.UnaryOp) -> str:
        if isinstance(tree.op, ast.USub):
            return f"-{self.within(tree.operand, _PRODUCT)}"
        return rf"\mathtt{{{escaped(ast.unparse(tree))}}}"

    def call(self, tree: ast.Call) -> str:
        name = ast.unparse(tree.func).rpartition(".")[2]
        args = [self.visit(arg) for arg in tree.args]
        if name == "sqrt" and len(args) == 1:
            return rf"\sqrt{{{args[0]}}}"
        if name in ("abs", "fabs") and len(args) == 1:
            return rf"\left|{args[0]}\right|"
        if name == "float" and len(args) == 1:
            return args[0]
        args += [f"{variable(k.arg or '')}={self.visit(k.value)}" for k in tree.keywords]
        name = _NAMED.get(name, name)
        head = f"\\{name}" if name.partition("_")[0] in _FUNCTIONS else rf"\operatorname{{{escaped(name)}}}"
        return rf"{head}\left({', '.join(args)}\right)"

    def compare(self, tree: ast.Compare) -> str:
        sign = _COMPARE.get(type(tree.ops[0]))
        if sign is None or len(tree.ops) > 1:
            return rf"\mathtt{{{escaped(ast.unparse(tree))}}}"
        return f"{self.visit(tree.left)} {sign} {self.visit(tree.comparators[0])}"

    def choice(self, tree: ast.IfExp) -> str:
        cases = (
            rf"{self.visit(tree.body)} & \text{{if }} {self.visit(tree.test)} \\ "
            rf"{self.visit(tree.orelse)} & \text{{else}}"
        )
        return rf"\begin{{cases}} {cases} \end{{cases}}"

    def items(self, tree: ast.Tuple) -> str:
        return ", ".join(map(self.visit, tree.elts))

    def element(self, tree: ast.Subscript) -> str:
        return rf"{self.within(tree.value, _ATOM)}\left[{self.visit(tree.slice)}\right]"

    def attribute(self, tree: ast.Attribute) -> str:
        if ast.unparse(tree) in ("math.pi", "np.pi"):
            return r"\pi"
        return rf"\mathtt{{{escaped(ast.unparse(tree))}}}"

    def assignment(self, tree: ast.Assign) -> str:
        return f"{self.visit(tree.targets[0])} = {self.visit(tree.value)}"

    def update(self, tree: ast.AugAssign) -> str:
        sign = {ast.Add: "+", ast.Sub: "-", ast.Mult: r"\times"}.get(type(tree.op), "")
        return rf"{self.visit(tree.target)} \mathrel{{{sign}{{=}}}} {self.visit(tree.value)}"

    def statement(self, tree: ast.Expr) -> str:
        return self.visit(tree.value)

    _FORMS: ClassVar[dict[type, Callable[..., str]]] = {
        ast.Name: name,
        ast.Constant: constant,
        ast.BinOp: binary,
        ast.UnaryOp: unary,
        ast.Call: call,
        ast.Compare: compare,
        ast.IfExp: choice,
        ast.Tuple: items,
        ast.Subscript: element,
        ast.Attribute: attribute,
        ast.Assign: assignment,
        ast.AugAssign: update,
        ast.Expr: statement,
    }


def _strength(tree: ast.AST) -> int:
    """How strongly an expression binds."""
    if isinstance(tree, ast.BinOp):
        if isinstance(tree.op, (ast.Add, ast.Sub)):
            return _SUM
        return _POWER if isinstance(tree.op, ast.Pow) else _PRODUCT
    if isinstance(tree, ast.UnaryOp):
        return _SUM
    return _SUM - 1 if isinstance(tree, (ast.IfExp, ast.Compare, ast.BoolOp)) else _ATOM


def variable(name: str) -> str:
    """`x_bar_1` as x with a bar and the index 1."""
    head, _, index = name.rpartition("_")
    if not (head and index.isdecimal()):
        head, index = name, ""
    for ending, accent in (("_bar", r"\bar"), ("_dot", r"\dot")):
        if head.endswith(ending) and len(head) > len(ending):
            return _indexed(f"{accent}{{{_plain(head.removesuffix(ending))}}}", index)
    return _indexed(_plain(head), index)


def _plain(name: str) -> str:
    if name in _GREEK:
        return f"\\{name}"
    return name if len(name) == 1 and name.isalpha() else rf"\mathit{{{escaped(name)}}}"


def _indexed(text: str, index: str) -> str:
    return f"{text}_{{{index}}}" if index else text


def number(text: str) -> str:
    """`1.5e-07` as a product with a power of ten."""
    match = re.fullmatch(r"(-?[\d.]+)e([+-]?\d+)", text)
    return rf"{match[1]} \cdot 10^{{{int(match[2])}}}" if match else escaped(text)


def escaped(text: str) -> str:
    """Text without anything that LaTeX takes for its own."""
    return "".join(_SPECIAL.get(letter, letter) for letter in text)


def table_in_latex(table: Grid) -> str:
    """A `tabular`, with its title above it; it needs the packages amsmath and booktabs."""
    columns = len(table.columns)
    lines = [
        rf"\begin{{tabular}}{{{'l' * columns}}}",
        r"\toprule",
        " & ".join(map(escaped, table.columns)) + r" \\",
        r"\midrule",
    ]
    lines += [_row(row, columns) for row in table.rows]
    lines += [r"\bottomrule", r"\end{tabular}"]
    title = [rf"\textbf{{{escaped(table.title)}}}\par"] if table.title else []
    return "\n".join([*title, *lines, *[rf"\par {escaped(remark)}" for remark in table.remarks]]) + "\n"


def _row(row: Row, columns: int) -> str:
    space = r"\quad " * row.level
    if row.is_heading:
        return rf"\multicolumn{{{columns}}}{{l}}{{{space}\emph{{{escaped(str(row.cells[0]))}}}}} \\"
    return space + " & ".join(map(cell, row.cells)) + r" \\"


def cell(content: Cell) -> str:
    if isinstance(content, Formula):
        return f"${formula(content.tree)}$"
    if isinstance(content, Number) and re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?", content.text):
        return f"${number(content.text)}$"
    if isinstance(content, Code):
        return rf"\texttt{{{escaped(content.text)}}}" if content.text else ""
    if isinstance(content, Joined):
        return "".join(map(cell, content.parts))
    text = str(content)
    return f"${variable(text)}$" if text.isidentifier() and "_" in text else escaped(text)
