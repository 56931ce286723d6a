"""Pages of Markdown whose examples run: what a block of code prints stands below it, and values stand beside it.

    ```python
    s2sad.grad(f)(2.0)  # -> 4.0        the value of an expression
    print("done")
    ```

    ```text                             what the block above prints; `py` for what is Python code, and `output`
    done                                for long lines, which the site wraps
    ```

    ```console
    $ s2sad wengert model.py:price      a command, and below it what it prints; others than s2sad and python
    ```                                 are not run

The blocks of a page share their names. A block that begins with `# model.py` is a file of that name, which commands
find in the folder where they run.
"""

import ast
import contextlib
import io
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE_NAME = re.compile(r"# (\w+\.py)\n")
_VALUE = re.compile(r"  # -> (.*)$")
_NUMBER = re.compile(r"(-?\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+)")


def refreshed(text, folder):
    """A page with what its blocks give now; `folder` is an empty one for the files of the page."""
    page = _Page(folder)
    found = _BLOCK.sub(page.block, text)
    page.check_printed()
    return found


def same(one, other, relative=1e-9, absolute=1e-12):
    """Whether two texts are the same but for the last digits of numbers, which depend on the machine."""
    left, right = _NUMBER.split(one), _NUMBER.split(other)
    if len(left) != len(right) or left[::2] != right[::2]:
        return False
    pairs = zip(map(float, left[1::2]), map(float, right[1::2]))
    return all(math.isclose(a, b, rel_tol=relative, abs_tol=absolute) for a, b in pairs)


class _Page:
    """The names that the blocks of a page share, and what the last one printed."""

    def __init__(self, folder):
        self.folder = folder
        self.names = {"__name__": "page"}
        self.count = 0
        self.printed = ""

    def block(self, match):
        """A block with what it gives now."""
        kind, text = match.groups()
        if kind == "python":
            self.check_printed()
            text = self.run(text)
        elif kind in ("text", "py", "output") and self.printed:
            text, self.printed = closest(text, self.printed), ""
        elif kind == "console":
            text = self.session(text)
        return f"```{kind}\n{text}```"

    def check_printed(self):
        if self.printed:
            raise ValueError(f"a block prints this, and no block below it shows it:\n{self.printed}")

    def run(self, text):
        """The text of a block with the values of its expressions, after it ran."""
        file = self.file_of(text)
        file.write_text(text, encoding="utf-8")
        lines = text.splitlines(keepends=True)
        self.names["show_value"] = lambda line, value: beside(lines, line, value)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(showing_values(text, lines), str(file), "exec"), self.names)
        printed = self.without_folder(output.getvalue()).rstrip()
        self.printed = f"{printed}\n" if printed else ""
        return "".join(lines)

    def file_of(self, text):
        """Where the text of a block goes: a file that `inspect` finds, of the name in its first line."""
        self.count += 1
        name = _FILE_NAME.match(text)
        if name:
            return self.folder / name[1]
        (self.folder / str(self.count)).mkdir()
        return self.folder / str(self.count) / "example.py"

    def session(self, text):
        """Commands, each with what it prints now below it."""
        parts = []
        for part in re.split(r"^(?=\$ )", text, flags=re.MULTILINE):
            command = part.partition("\n")[0]
            program, *arguments = shlex.split(command.removeprefix("$ ")) or [""]
            if program in ("s2sad", "python"):
                part = closest(part, f"{command}\n{self.output_of(program, arguments)}")
            parts.append(part)
        return "".join(parts)

    def output_of(self, program, arguments):
        module = ["-m", "s2sad"] if program == "s2sad" else []
        search = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        done = subprocess.run(
            [sys.executable, *module, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": search, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=120,
        )
        return self.without_folder(done.stdout)

    def without_folder(self, text):
        return re.sub(re.escape(f"{self.folder}{os.sep}") + r"(\d+[/\\])?", "", text)


def showing_values(text, lines):
    """The tree of a block, in which the expressions that have their value beside them give it to `show_value`.

    It is compiled as a whole: what code is made of a function depends on the imports around it.
    """
    tree = ast.parse(text)
    for statement in tree.body:
        if isinstance(statement, ast.Expr) and _VALUE.search(lines[statement.end_lineno - 1]):
            arguments = [ast.Constant(statement.end_lineno), statement.value]
            statement.value = ast.Call(ast.Name("show_value", ast.Load()), arguments, [])
    return ast.fix_missing_locations(tree)


def beside(lines, line, value):
    """Write a value beside the expression that ends in a line."""
    old = lines[line - 1]
    lines[line - 1] = closest(old, _VALUE.sub(lambda _: f"  # -> {value!r}", old))


def closest(old, new):
    """The old text if it says the same as the new one."""
    return old if same(old, new) else new
