"""Write the pages of the examples: what each does, the part of its source that matters, what it prints, its pictures.

python tools/write_examples.py [NAME …]   writes docs/examples/, or only the pages of these examples

What stands before `main` in an example is shown, what stands below it (printing, drawing) is not; so is a module that
it imports, of the name NAME_grad. Figures that depend on the machine come after a line that says `Measured:`. Pictures
take matplotlib.
"""

import argparse
import ast
import os
import re
import subprocess
import sys
from typing import NamedTuple

from doc_pages import ROOT

SOURCES = ROOT / "examples"
PAGES = ROOT / "docs" / "examples"
MEASURED = "\nMeasured:\n"


class Example(NamedTuple):
    """An example: the name of its file, a title, its pictures, and the modules beyond NumPy that it needs."""

    name: str
    title: str
    pictures: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    @property
    def source(self):
        return SOURCES / f"{self.name}.py"

    @property
    def page(self):
        return PAGES / f"{self.name}.md"

    @property
    def emitted(self):
        """The file of a derivative that is committed beside it, if there is one."""
        return SOURCES / f"{self.name}_grad.py"


EXAMPLES = (
    Example("three_ways", "A derivative three ways", needs=("sympy",)),
    Example("dual_numbers", "Dual numbers"),
    Example("adjoint_by_hand", "An adjoint by hand"),
    Example("gradient_descent", "Gradient descent", ("descent.png", "descent.gif")),
    Example("neural_network", "A neural network", ("learned.png",)),
    Example("logistic_regression", "Logistic regression without s2sad"),
    Example("newton_cg", "Newton-CG", needs=("scipy",)),
    Example("black_scholes", "Greeks of options"),
    Example("implied_volatility", "An implied volatility", needs=("scipy",)),
    Example("calibration", "Rates from measurements", needs=("scipy",)),
    Example("predator_prey", "Predators and prey, fitted", needs=("scipy",)),
    Example("reaction_diffusion", "A stiff reaction, by colours", needs=("scipy",)),
    Example("hyper_gradient", "The strength of a penalty", needs=("scipy",)),
    Example("sparse_conductivity", "The conductivity of a rod", needs=("scipy",)),
    Example("newton_in_a_loop", "The yield of a bond"),
    Example("compiled_sweep", "A sweep, compiled"),
    Example("heat_equation", "The heat equation backwards", ("rod.png",)),
    Example("orbit", "An orbit", ("orbit.png",)),
    Example("own_rule", "An own rule"),
    Example("custom_derivative", "Own derivatives"),
    Example("demo", "Everything about two functions"),
)
_INTRODUCTION = """\
# Examples

Each is one file in `examples/` that runs in seconds. The pages show the part of the source that matters, and what it
prints. Drawing the pictures takes matplotlib (`pip install 's2sad[plot]'`), and nothing else does.

"""


def main():
    parser = argparse.ArgumentParser(
        prog="write_examples.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="an example, such as orbit; none: all")
    names = parser.parse_args().names
    PAGES.mkdir(exist_ok=True)
    write(PAGES / "index.md", index())
    write(PAGES / ".nav.yml", navigation())
    for example in EXAMPLES:
        if not names or example.name in names:
            pictures = [PAGES / picture for picture in example.pictures]
            write(example.page, page(example, output(example, *pictures)))
    return 0


def write(path, text):
    path.write_text(text, encoding="utf-8", newline="\n")


def index():
    """The list of the examples, each with the first sentence of what it says of itself."""
    lines = [
        f"- [{example.title}]({example.name}.md): {sentence(documentation(example))}\n"
        for example in EXAMPLES
    ]
    return _INTRODUCTION + "".join(lines)


def navigation():
    """The pages in the order of the table, for the site."""
    return "".join(["nav:\n  - index.md\n", *(f"  - {example.name}.md\n" for example in EXAMPLES)])


def sentence(text):
    first = " ".join(text.partition("\n\n")[0].split()).partition(". ")[0]
    return first if first.endswith(".") else f"{first}."


def output(example, *pictures):
    """What an example prints; it draws its pictures there."""
    done = subprocess.run(
        [sys.executable, str(example.source), *map(str, pictures)],
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
        cwd=ROOT,
    )
    return done.stdout


def environment():
    """That of this process, in which examples find the package of this folder."""
    search = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": search, "PYTHONIOENCODING": "utf-8"}


def page(example, printed):
    """The page of an example that prints this."""
    command = " ".join([f"python examples/{example.name}.py", *example.pictures])
    pictures = [f"\n![{example.title}]({picture})\n" for picture in example.pictures]
    return (
        f"# {example.title}\n\n{documentation(example)}\n\n```py\n{gist(example)}```\n\n{committed(example)}"
        f"`{command}` prints:\n\n```text\n{without_folder(printed, example).rstrip()}\n```\n"
        + "".join(pictures)
    )


def committed(example):
    """The derivative that is committed beside an example, from what it computes on: helpers may stand before it."""
    if not example.emitted.exists():
        return ""
    text = example.emitted.read_text(encoding="utf-8")
    main = next(node for node in ast.parse(text).body if getattr(node, "name", "").endswith("_grad"))
    lines = text.splitlines()[main.lineno - 1 :]
    where = f"`examples/{example.emitted.name}`, below the helpers that it uses:"
    return f"{where}\n\n```py\n" + "\n".join(lines) + "\n```\n\n"


def without_folder(text, example):
    """The text with the name of the example as the repository has it, on every system and wherever it lies."""
    for name in (repr(str(example.source))[1:-1], str(example.source)):
        text = text.replace(name, f"examples/{example.name}.py")
    return text


def documentation(example):
    return ast.get_docstring(ast.parse(example.source.read_text(encoding="utf-8")))


def gist(example):
    """The source between the docstring and `main`, without imports that only printing and drawing need."""
    text = example.source.read_text(encoding="utf-8")
    tree = ast.parse(text)
    end = next(i for i, node in enumerate(tree.body) if getattr(node, "name", "") == "main")
    shown = tree.body[1:end]
    used = {node.id for part in shown for node in ast.walk(part) if isinstance(node, ast.Name)}
    lines = text.splitlines()[: tree.body[end].lineno - 1]
    for node in tree.body[:end]:
        if node is tree.body[0] or not used.issuperset(imported(node)):
            lines[node.lineno - 1 : node.end_lineno] = [None] * (node.end_lineno - node.lineno + 1)
    kept = "\n".join(line for line in lines if line is not None).strip()
    return re.sub(r"\n{4,}", "\n\n\n", kept) + "\n"


def imported(node):
    """The names that an import makes; none for another statement."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return set()
    return {alias.asname or alias.name.partition(".")[0] for alias in node.names}


def lasting(text):
    """What of the text of a page does not depend on the machine: all but the lines below `Measured:`."""
    before, _, after = text.partition(MEASURED)
    return before + after.partition("```")[2]


if __name__ == "__main__":
    sys.exit(main())
