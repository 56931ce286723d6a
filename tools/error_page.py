"""The page of all that is refused: the error classes, and for each what it says and the way out, read from the source.

`write_docs.py` writes it. A refusal is a call of one of the error classes, or of a method `refusal`, with a text for the
reason and one for the hint; parts that are known only at run time are shown as `…`.
"""

import ast
import functools
import itertools
import re

from doc_pages import ROOT

from s2sad.errors import DifferentiationError

CLASSES = {
    found.__name__: found
    for found in DifferentiationError.__subclasses__()
    if found.__module__.startswith("s2sad.")
}
_INTRODUCTION = """\
# Errors

This page is made from the source (`make pages`). All errors are subclasses of `s2sad.DifferentiationError`. An error has
a `reason`, a `hint` (the way out), and a `location` in your source, or None; printed, it shows the line. Inside
a library the location is your call that leads there, and `calls` are all the places on the way. Its traceback
shows your frames only; with the environment variable `S2SAD_TRACEBACK` set it shows the compiler's, too. A value is
*active* if it depends on a differentiated argument.
[Limitations](limitations.md) shows what to write in place of what is refused; the texts below lead to its sections.

"""
_COMPILED, _WITHOUT = "compiled", "leave `jit=True` away"
_OF_COMPILED = """\
## Compiled derivatives

What only derivatives with `jit=True` refuse, as `UnsupportedSyntax`; the way out is to leave `jit=True` away.

| what it says |
| --- |
"""
_BY_CLASS = {
    "SourceNotFound": "Functions whose source can't be found",
    "NoRuleError": "Calls without rule and source",
    "InvalidRule": "Own rules for functions of arrays",
    "NotANumber": "Arguments that are no number",
    "NotAScalar": "Results that are no number",
    "ArgumentIndexError": "Arguments that are no number",
    "NotStandalone": "Standalone modules",
}
_BY_WORDS = (  # the first that a text has
    ("checkpoint", "Loops with checkpoints"),
    ("generator|yield|coroutine", "Generators"),
    ("`next`|another one at the same time", "Iterators taken by hand"),
    (
        "in this way inside|a derivative is|is itself differentiated|gives an object which",
        "Derivatives taken inside",
    ),
    ("spread", "Arguments that are spread between others"),
    ("set of active", "Sets of active values"),
    ("as a text", "Numbers through texts"),
    ("can read any variable", "`eval`, `exec`, `locals`, `vars`"),
    ("exception that is made", "Exceptions that carry active values"),
    ("`try`|half done|`raise`", "What an exception leaves half done"),
    ("global variable", "Global variables that are written"),
    (
        "reads active variables|nested function|function is iterated|of a function is read|changes from iter",
        "Closures kept in containers",
    ),
    ("array|index|parts|`np\\.r_`|where=", "Arrays"),
    ("class|object|attribute|`super|context manager", "Objects"),
    ("list|dict|container|key", "Writing into containers"),
)


@functools.cache
def page():
    """The page: a section for each class, with a table of its reasons and hints."""
    found = {}
    for path in sorted((ROOT / "s2sad").rglob("*.py")):
        for name, reason, hint in refusals(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(name, set()).add((reason, hint))
    sections = [section(name, found.get(name, ())) for name in CLASSES]
    return _INTRODUCTION + "\n".join([*sections, compiled_section(found[_COMPILED])])


def compiled_section(rows):
    """What is refused with `jit=True` alone."""
    lines = [f"| {cell(reason)} |\n" for reason, _ in sorted(rows)]
    return _OF_COMPILED + "".join(lines)


def linked(name, reason):
    """The text of an error of a class, which leads to the section of the limitations that is about it."""
    by_words = (title for words, title in _BY_WORDS if re.search(words, reason))
    title = _BY_CLASS.get(name) or next(by_words, None)
    if title is None:
        return cell(reason)
    anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    return f"[{cell(reason)}](limitations.md#{anchor})"


def section(name, rows):
    also = [base.__name__ for base in CLASSES[name].__bases__ if base is not DifferentiationError]
    too = f" It is {' and '.join(map(with_article, also))}, too." if also else ""
    lines = [f"| {linked(name, reason)} | {cell(hint)} |\n" for reason, hint in sorted(rows)]
    table = ["\n| what it says | way out |\n| --- | --- |\n", *lines] if rows else []
    return f"## {name}\n\n{CLASSES[name].__doc__}{too}\n" + "".join(table)


def with_article(name):
    return f"{'an' if name[0] in 'AEIOU' else 'a'} `{name}`"


def cell(text):
    """A text in a table; what it has in backquotes stays code."""
    pieces = text.replace("|", "\\|").split("`")
    return "`".join(
        piece if i % 2 else piece.replace("*", "\\*").replace("_", "\\_") for i, piece in enumerate(pieces)
    )


def refusals(tree):
    """The errors that a file raises: class, reason and hint of each."""
    own = next((own_refusal(node) for node in ast.walk(tree) if is_function(node, "refusal")), None)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name != "refusal":
            for call, known in calls_in(function.body, {}):
                yield from described(call, known, own)


def calls_in(block, known):
    """The calls of a block, each with what variables are set to there; `known` is what they are before and after."""
    for statement in block:
        blocks = [
            part
            for part in ast.iter_child_nodes(statement)
            if isinstance(part, (ast.excepthandler, ast.match_case))
        ]
        parts = [
            getattr(owner, name, [])
            for owner in (statement, *blocks)
            for name in ("body", "orelse", "finalbody")
        ]
        ends = []
        for part in filter(None, parts):
            ends.append(dict(known))
            yield from calls_in(part, ends[-1])
        for name in {name for end in ends for name in end}:
            known[name] = list(dict.fromkeys(value for end in ends for value in end.get(name, ())))
        if not ends:
            assign(statement, known)
            yield from ((node, known) for node in ast.walk(statement) if isinstance(node, ast.Call))


def is_function(node, name):
    return isinstance(node, ast.FunctionDef) and node.name == name


def own_refusal(function):
    """The class of what a function `refusal` returns, if it is always the same one."""
    name = called(function.body[-1].value)
    return name if name in CLASSES else None


def described(call, known, own):
    """The rows of the page that a call stands for: none, one, or one for each text that a variable can hold."""
    name, args = called(call), call.args
    if name == "refuse" and len(args) == 1:
        yield from ((_COMPILED, reason, _WITHOUT) for reason in texts(args[0], known))
    if len(args) >= 2 and getattr(args[1], "id", "") == "WITHOUT":
        yield from ((_COMPILED, reason, _WITHOUT) for reason in texts(args[0], known))
    if name == "refusal":
        name, args = "UnsupportedSyntax", args[1:]
        if own:
            name = own
        elif len(args) > 2:
            name = args[2].id
    if name in CLASSES and len(args) >= 2:
        reasons, hints = texts(args[0], known), texts(args[1], known)
        pairs = zip(reasons, hints) if len(reasons) == len(hints) else itertools.product(reasons, hints)
        for reason, hint in pairs:
            yield name, reason, hint


def called(call):
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def assign(statement, known):
    """Take up what variables are set to by a statement."""
    if isinstance(statement, ast.Assign):
        target, value = statement.targets[0], statement.value
        pairs = zip(target.elts, value.elts) if are_tuples(target, value) else [(target, value)]
        known.update((one.id, [other]) for one, other in pairs if isinstance(one, ast.Name))


def are_tuples(*nodes):
    return all(isinstance(node, ast.Tuple) for node in nodes)


def texts(node, known):
    """The texts that an expression can be; none if it is no text that stands in the source."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return ["".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)]
    if isinstance(node, ast.IfExp):
        return texts(node.body, known) + texts(node.orelse, known)
    if isinstance(node, ast.Name):
        return [text for value in known.get(node.id, ()) for text in texts(value, {})]
    return []
