"""Which syntax is lowered, and what is said of the rest: the table that both lowering and the documentation read.

A node that is not refused here has a method `stmt_X` or `expr_X` in the lowering, or is rewritten on the syntax tree
before it gets there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Support:
    """What is said of a kind of node; `instead` is the way out where it is refused."""

    note: str
    instead: str = ""
    rewritten: bool = False


_NO_COROUTINE = "write an ordinary function"

STATEMENTS = {
    "AnnAssign": Support("`x: float = y`; the annotation is not looked at"),
    "Assert": Support("the condition may be of active values; the message is made only when it fails"),
    "Assign": Support(
        "to names, tuples of targets with a star, items, slices and attributes, several at once"
    ),
    "AsyncFor": Support("", _NO_COROUTINE),
    "AsyncFunctionDef": Support("", _NO_COROUTINE),
    "AsyncWith": Support("", _NO_COROUTINE),
    "AugAssign": Support("of numbers, lists, dicts, arrays in place, items and attributes"),
    "Break": Support("anywhere, also within `match`, `try` and `with`", rewritten=True),
    "ClassDef": Support("classes that are made of what is known before the program runs"),
    "Continue": Support("anywhere, also within `match`, `try` and `with`", rewritten=True),
    "Delete": Support("of names, items and slices"),
    "Expr": Support("calls for their effect, texts that document"),
    "For": Support("over what can be iterated, with `else`; the list may grow under the loop"),
    "FunctionDef": Support(
        "nested functions, with defaults, decorators in Python, variables of the function around"
    ),
    "Global": Support("read; what is written must not be active"),
    "If": Support("with active conditions: the derivative is that of the branch that is taken"),
    "Import": Support("within the function"),
    "ImportFrom": Support("within the function; not `import *`"),
    "Match": Support(
        "all patterns: values, sequences, mappings, classes, alternatives, guards", rewritten=True
    ),
    "Nonlocal": Support("variables of the function around are read and written"),
    "Pass": Support("nothing"),
    "Raise": Support(
        "with and without `from`; active values may be in the exception, but not be read from it"
    ),
    "Return": Support("anywhere, also within loops, `try` and `with`", rewritten=True),
    "Try": Support("with `except`, `else` and `finally`; nothing may be written before what may raise"),
    "TryStar": Support("", "catch the exceptions one by one, with `except`"),
    "TypeAlias": Support("", "define the type outside of the function"),
    "While": Support("with active conditions, and `else`"),
    "With": Support("of the library's managers and the user's; several managers, with and without `as`"),
}

EXPRESSIONS = {
    "Attribute": Support(
        "of modules, arrays, named tuples, and objects of your classes: methods and properties too"
    ),
    "Await": Support("", _NO_COROUTINE),
    "BinOp": Support("all operators, on numbers, arrays, lists, dicts, and objects that define them"),
    "BoolOp": Support("`and`, `or`, which give one of their operands"),
    "Call": Support("with `*` and `**`; of functions with source or a rule, methods, classes"),
    "Compare": Support("chains of comparisons, `in`, `is`"),
    "Constant": Support("numbers, texts, None, and what else may be written down"),
    "Dict": Support("with `**`; keys must not be active"),
    "DictComp": Support("with several loops and conditions; keys must not be active"),
    "FormattedValue": Support("part of an f-string", rewritten=True),
    "GeneratorExp": Support("gone through once"),
    "IfExp": Support("as `if` statements"),
    "JoinedStr": Support("f-strings; a number is not read from the text again"),
    "Lambda": Support("called, passed on, and kept in containers"),
    "List": Support("with `*`"),
    "ListComp": Support("with several loops and conditions"),
    "Name": Support("local, of a function around, global, builtin"),
    "NamedExpr": Support("`:=`, also within conditions and comprehensions"),
    "Set": Support("of what is not active"),
    "SetComp": Support("of what is not active"),
    "Slice": Support("with steps, in items that are read, written and deleted"),
    "Starred": Support("part of a call, a display or a target", rewritten=True),
    "Subscript": Support("items, slices, several indices, masks and arrays of indices"),
    "TemplateStr": Support("", "write an f-string"),
    "Tuple": Support("with `*`"),
    "UnaryOp": Support("`-`, `+`, `~`, `not`"),
    "Yield": Support("as a statement, in a function that is gone through where it is called"),
    "YieldFrom": Support("as a statement, of what can be gone through"),
}


def way_out(table: dict[str, Support], name: str) -> str | None:
    """What to do in place of a node that is not lowered; None for one that is."""
    support = table.get(name)
    if support is None:
        return "write it in another way, or move it out of the function"
    return support.instead or None
