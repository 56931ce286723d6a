"""Write what the documentation has from the code: the tables of the rules and errors, and what the blocks give.

python tools/write_docs.py              writes docs/rules.md, docs/errors.md, and the values and outputs of all pages
python tools/write_docs.py --check      only says which pages are not up to date; exit status 1 if there are any
"""

import argparse
import importlib
import pathlib
import re
import sys
import tempfile

import error_page
from doc_pages import ROOT, refreshed

import s2sad
from s2sad.frontend import supported
from s2sad.frontend.storage_methods import CLASSES, METHODS
from s2sad.rules import declare
from s2sad.rules.book import OPTIONAL, STANDARD, rules_in
from s2sad.show.rulebook import name_of

RULES_PAGE = ROOT / "docs" / "rules.md"
SCIPY_PAGE = ROOT / "docs" / "scipy.md"
ERRORS_PAGE = ROOT / "docs" / "errors.md"
SUPPORTED_PAGE = ROOT / "docs" / "supported.md"
_GENERATED = (
    "rules.md",
    "scipy.md",
    "errors.md",
    "supported.md",
    "kinks.md",
    "benchmarks.md",
    "benchmarks-arrays.md",
    "benchmarks-containers.md",
    "benchmarks-accepted.md",
    "scaling.md",
)
_SCIPY = """\
# SciPy

This page is made from the rules (`make pages`): the functions of SciPy that have a derivative of their own, by module. The
rules of a module are read when the running program has imported it. A function that isn't here is differentiated if it is
written in Python, and else refused where it gets an active value.

What solvers give (`scipy.optimize`) is SciPy's own, bit for bit: the call runs as it is. The derivative is that of the equation
that holds there, by all that the function that is solved reads: `args=`, what it captures, the object of a bound method, in
lists, arrays and dicts. It takes one linear system, with the Jacobian at the solution, whatever the number of iterations.
Bounds and
constraints that hold at a minimum count as equations: those with a multiplier, so that a solver may end beside them, as
`trust-constr` does. `root_scalar`, `root`, `minimize`, `minimize_scalar` and `least_squares` give objects with the attributes of SciPy's. Where the
Jacobian is singular, ArithmeticError is raised; where a solver says that it found nothing, RuntimeWarning tells so. [`s2sad.implicit`](own-rules.md#solvers) makes the user's own solver one of these.

What integrators give (`scipy.integrate`) is SciPy's own too. Their derivative is discrete, on the steps that were accepted, whose
lengths count as constant, as they should (Eberhard & Bischof 1999). The steps of `RK23`, `RK45` and `DOP853` are differentiated as
they are; the reverse sweep through them is the same method for the adjoint equation (Hager 2000, Sandu 2006). For `Radau`, `BDF`
and `LSODA` each step counts as one of Radau's collocation, through the states that SciPy's solution has at its nodes. So forward
and reverse mode agree to rounding, a gradient costs a few times the solution, derivatives of any order are right, and the error
of all of them follows from `rtol` and `atol`. Of each step the state and the stages are kept, and nothing of what the right-hand
side computes. Derivatives are taken by initial values, by all that the functions read, and by the times: `t_span`, `t_eval`, and
what `.sol` is asked for. Events have times that move, `t_events`, and states there; one that ends the integration moves its end.
Complex states are refused, and functions that do more than compute: note what they get, draw random numbers. `odeint` hides its
steps: taken are those of LSODA by the same tolerances. What `solve_bvp` gives is a root of its equations of collocation.

Integrals of functions (`quad`, `quad_vec`, `dblquad`, `tplquad`, `nquad`) are SciPy's own as well, and have the derivative of
Kronrod's rule on the panels that SciPy has cut, by limits and by all that the integrand reads. `points=` moves with what it is made
from. Where SciPy has extrapolated at a singularity, ArithmeticError is raised; `weight=` is refused.

A sparse matrix whose numbers vary (`scipy.sparse`) is the vector of these numbers and a pattern that doesn't vary. So is its
adjoint, of whatever the matrix is used for: nothing is made dense. Matrices and arrays have the operators, methods and attributes
of SciPy's; beside one that varies, or an active vector, one that doesn't is taken the same way. What SciPy drops because it is
zero stays, since it may move; `.data` and `.indices` are refused there. A dense matrix that varies is given the pattern of all
places. `spsolve`, `splu` and `factorized` factorise once for both sweeps. Iterative solvers solve the equations of the derivative
themselves, to 1e-11, with the preconditioner that they are given. The products of a `LinearOperator` may read what varies; what is
solved with one takes a product for each unknown then, and a dense system. Eigenvalues have to be simple.

Splines (`scipy.interpolate`) are differentiated by their values and by where they are evaluated, and by their breakpoints where
they are cubic ones: `CubicSpline`, `PchipInterpolator`, `Akima1DInterpolator`. One that doesn't vary is evaluated by SciPy. On a
grid any method is differentiated; of "slinear", "cubic" and "quintic" SciPy finds the coefficients by an iteration, to six digits,
and the derivative is that of the spline itself. Filters
(`scipy.signal`, `scipy.ndimage`) are sums of products, with the same treatment of the edges as SciPy's, to rounding. Images at
places, turned and moved ones too, are splines of any order, by the image and by the places, the angle and the matrix.

Distributions (`scipy.stats`) are differentiated by the formulas of their classes, frozen or not: density, distribution function
and their logarithms, quantiles, mean, variance and entropy, of any that says them in Python with functions that have a
derivative. Of samples there are means, moments, scores, entropies, straight lines, tests and `gaussian_kde`, with
`nan_policy="propagate"`. A derivative by a shape of an incomplete gamma or beta function is refused.

What functions of SciPy and scikit-learn ask before they compute, which module has the functions for an array, whether samples are
masked or matrices stacked, is settled when the program is compiled: those that are written in Python are differentiated without a
rule. Stacks of matrices, and samples of which SciPy gives nan, are refused there. A path through a library that can't be
differentiated, as for data frames, is refused where the program takes it (NotImplementedError, with the line of the library);
one that nothing leads around is refused before the program runs. Of scikit-learn there are regression scores, `log_loss`,
kernels and distances, scaling, and what most fitted estimators predict or transform.

Not differentiated: sparse matrices as results of the function itself, or by which a derivative is taken (pass the vector of their
numbers; one that doesn't vary may be an argument), and what is computed in C and isn't listed here.
"""
_INTRODUCTION = """\
# Derivative rules

This page is made from the rules (`make pages`). A call of one of these functions with an active argument is
differentiated by its rule; what has neither rule nor Python source is refused. [Own rules](own-rules.md)
shows how to add rules. Functions that an older Python does not have are left out there.
"""
_SUPPORTED = """\
# What Python is supported

This page is made from the tables that the frontend goes by (`make pages`): the nodes of Python's syntax tree in code that is
reached by differentiated values. What isn't reached may be anything. [Limitations](limitations.md) has examples of what is
refused, and [Rules](rules.md) the functions that have a derivative.
"""
_METHODS = """\
## Methods of containers

These are the methods that a list, dict or deque may be written by when it holds values that depend on the arguments.
"""
_KINDS = (
    (declare.Partials, "Numbers from numbers", "The rule gives the partial derivatives (`@partials`)."),
    (declare.Gradient, "A number from sequences", "The rule gives the partials by the items (`@gradient`)."),
    (declare.Linear, "Linear functions", "The rule gives the cotangents of the arguments (`@linear`)."),
    (
        declare.Bilinear,
        "Products",
        "They are linear in each argument, and the rule gives the cotangents (`@bilinear`).",
    ),
    (
        declare.Adjoint,
        "Other functions of arrays",
        "The rule gives the cotangents of the arguments, and the tangent (`@adjoint`).",
    ),
    (
        declare.Program,
        "Programs",
        "The rule is Python code that is differentiated in their place (`@program`).",
    ),
)
_CONSTANT = (
    ("number", "Their result is a number, or a structure of numbers, that is piecewise constant."),
    ("text", "Their result is a text. A number that is read from it again is refused."),
    ("other", "Their result is no number."),
)


def main():
    parser = argparse.ArgumentParser(
        prog="write_docs.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="write nothing, only say what is not up to date")
    check = parser.parse_args().check
    outdated = False
    for path in [RULES_PAGE, SCIPY_PAGE, ERRORS_PAGE, SUPPORTED_PAGE, *pages()]:
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = current(path, old)
        if new == old:
            continue
        outdated = True
        print(f"{path.relative_to(ROOT)} {'is not up to date' if check else 'written'}")
        if not check:
            path.write_text(new, encoding="utf-8")
    return 1 if check and outdated else 0


def pages():
    """The pages written by hand, with examples in them."""
    written = [path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name not in _GENERATED]
    return [ROOT / "README.md", *written]


def current(path, text):
    """The text of a page as it should be, given as it is."""
    if path == RULES_PAGE:
        return rules_page(text)
    if path == SCIPY_PAGE:
        return scipy_page(text)
    if path == ERRORS_PAGE:
        return error_page.page()
    if path == SUPPORTED_PAGE:
        return supported_page()
    with tempfile.TemporaryDirectory() as folder:
        return refreshed(text, pathlib.Path(folder).resolve())


# -------------------------------------------------------------------------------------------- supported.md


def supported_page():
    """The tables of syntax that the frontend goes by, and the methods that it has for containers."""
    parts = [_SUPPORTED]
    for title, table in (("Statements", supported.STATEMENTS), ("Expressions", supported.EXPRESSIONS)):
        rows = [f"| `{name}` | {said_of(support)} |\n" for name, support in sorted(table.items())]
        parts.append(f"## {title}\n\n| node | |\n| --- | --- |\n" + "".join(rows))
    parts.append(_METHODS)
    rows = [methods_row(cls) for cls in CLASSES]
    parts.append("| class | methods | refused |\n| --- | --- | --- |\n" + "".join(rows))
    return "\n".join(parts)


def said_of(support):
    return f"refused: {support.instead}" if support.instead else support.note


def methods_row(cls):
    names = [name for name in dir(cls) if not name.startswith("_") and callable(getattr(cls, name))]
    known = {name for name in names if name in METHODS or (cls is dict and name == "fromkeys")}
    return f"| `{cls.__name__}` | {listed(known)} | {listed(set(names) - known) or 'none'} |\n"


# ------------------------------------------------------------------------------------------------ rules.md


def rules_page(old):
    """The table of the rules; of functions that this Python does not have, it says what the page says already."""
    known = known_names(old)
    parts = [_INTRODUCTION]
    for kind, title, what in _KINDS:
        rows = [row(rule, known) for rule in STANDARD if isinstance(rule, kind)]
        parts.append(
            f"## {title}\n\n{what}\n\n| rule | functions | says |\n| --- | --- | --- |\n" + "".join(rows)
        )
    parts.append("## Without a derivative\n")
    for kind, what in _CONSTANT:
        rules = [r for r in STANDARD if isinstance(r, declare.Nondifferentiable) and r.kind == kind]
        names = {name_of(function) for rule in rules for function in rule.functions}
        parts.append(f"{what}\n\n{listed(names | known_of(what, known))}\n")
    return "\n".join(parts)


def scipy_page(old):
    """The functions of SciPy that have rules, by module; of functions that this one does not have, as the page says already."""
    known = {line.split(" | ", 1)[1]: line for line in old.splitlines() if line.count(" | ") == 1}
    parts = [_SCIPY]
    for part in sorted(part for part in OPTIONAL if part.startswith("scipy.")):
        module = importlib.import_module(part)
        files = [importlib.import_module(f"s2sad.rules.{name}") for name in OPTIONAL[part]]
        rules = [(public_names(module, rule), rule) for rule in rules_in(*files)]
        rows = [
            f"| {listed(names | older_names(known, module, refusal_or_formula(rule)))} | {refusal_or_formula(rule)} |\n"
            for names, rule in rules
            if names and not isinstance(rule, declare.Nondifferentiable)
        ]
        parts.append(f"## {part}\n\n| functions | |\n| --- | --- |\n" + "".join(rows))
    return "\n".join(parts)


def public_names(module, rule):
    """The names by which a module has the functions of a rule."""
    found = {name for name, value in vars(module).items() for function in rule.functions if value is function}
    methods = {f.__qualname__ for f in rule.functions if "." in getattr(f, "__qualname__", "")}
    return {name for name in found if not name.startswith("_")} or methods


def older_names(known, module, what):
    """The names in a row of the page that the module doesn't have."""
    names = re.findall(r"`([^`]+)`", known.get(f"{what} |", "").split(" | ")[0])
    return {name for name in names if "." not in name and not hasattr(module, name)}


def refusal_or_formula(rule):
    return f"refused: {rule.reason}" if isinstance(rule, declare.Refused) else plain(rule.doc)


def row(rule, known):
    names = {name_of(function) for function in rule.functions}
    start, end = f"| {rule.name} | ", f" | {plain(rule.doc)} |"
    return f"{start}{listed(names | known_of(start + end, known))}{end}\n"


def known_names(page):
    """The functions that a page names and this Python does not have, by what the page says of them, in order."""
    here = {name_of(function) for rule in STANDARD for function in rule.functions}
    known, above = {}, ""
    for line in filter(None, page.splitlines()):
        cells = line.split(" | ")
        key = f"{cells[0]} |  | {cells[-1]}" if len(cells) > 2 else above
        names = cells[1] if len(cells) > 2 else line
        known.setdefault(key, []).append(
            {name for name in re.findall(r"`([\w.]+)`", names) if name not in here}
        )
        above = line
    return known


def known_of(key, known):
    """The next of the functions that belong to a key: rules for different functions may say the same."""
    return known[key].pop(0) if known.get(key) else set()


def plain(doc):
    """The first paragraph of a docstring, as a cell of a table."""
    pieces = " ".join(doc.partition("\n\n")[0].split()).replace("|", "\\|").split("`")
    return "`".join(piece if i % 2 else piece.replace("*", "\\*") for i, piece in enumerate(pieces))


def listed(names):
    shown = sorted(name for name in names if not name.startswith(s2sad.__name__))
    return ", ".join(f"`{name}`" for name in shown) or "–"


if __name__ == "__main__":
    sys.exit(main())
