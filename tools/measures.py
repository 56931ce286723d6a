"""How large the compiler is, and how far a call goes in it: a table of Markdown.

python tools/measures.py [TREE ...]      a column for each tree that has the package; this one, if none is named
python tools/measures.py --files NAME    the files that a first call of the gradient of a program visits, in order, each with its functions

`git archive COMMIT s2sad | tar -x -C TREE` makes a tree of an earlier version.
"""

import argparse
import contextlib
import importlib
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

from check_layers import COMPILER, classes_of, is_stub, module_name

ROOT = pathlib.Path(__file__).resolve().parent.parent
GROUPS = ("containers", "objects", "programs")
PROGRAMS = {
    "x * x": ("def f(x):\n    return x * x\n", "0.7"),
    "a written list": (
        "def f(x):\n    y = x.copy()\n    for i in range(1, len(y)):\n        y[i] = 0.5 * (y[i - 1] + y[i])\n    return y[-1]\n",
        "[0.3, 0.5, 0.9]",
    ),
    "an attribute": (
        "class Spring:\n    def __init__(self, stiffness):\n        self.stiffness = stiffness\n\n"
        "    def energy(self, u):\n        return 0.5 * self.stiffness * u * u\n\n"
        "def f(k):\n    spring = Spring(k)\n    spring.stiffness *= 2.0\n    return spring.energy(k)\n",
        "0.7",
    ),
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", nargs="*", type=pathlib.Path, default=[ROOT])
    parser.add_argument("--files", choices=PROGRAMS)
    parser.add_argument("--visits", help=argparse.SUPPRESS)
    parser.add_argument("--attempts", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.visits:
        print(json.dumps(visits(options.trees[0].resolve(), options.visits)))
        return
    if options.attempts:
        print(json.dumps(attempts_in(options.trees[0].resolve())))
        return
    if options.files:
        functions, _ = visited(options.trees[0], options.files)
        for name in dict.fromkeys(file for file, _ in functions):
            print(f"{name}: {', '.join(function for file, function in functions if file == name)}")
        return
    columns = [measures(tree.resolve()) for tree in options.trees]
    print(f"| |{' |' * len(columns)}\n| --- |{' ---: |' * len(columns)}")
    for name in dict.fromkeys(name for column in columns for name in column):
        print(f"| {name} | {' | '.join(str(column.get(name, '–')) for column in columns)} |")


def measures(tree):
    """What is measured of a tree, by its name."""
    package = tree / "s2sad"
    found = {f"lines of `{folder.name}/`": lines_in(folder.rglob("*.py")) for folder in folders_of(package)}
    found["lines in all"] = lines_in(package.rglob("*.py"))
    found |= measures_of_classes(package)
    found["`type: ignore`"] = sum(
        path.read_text(encoding="utf-8").count("type: ignore") for path in package.rglob("*.py")
    )
    for name in PROGRAMS:
        functions, attempts = visited(tree, name)
        files = len({file for file, _ in functions})
        found[f"functions, files visited for {code_name(name)}"] = (
            f"{len(functions)}, {files}" if functions else "refused"
        )
        found[f"attempts to lower {code_name(name)}"] = attempts or 1 if functions else "refused"
    once, most, every = attempts_of_cases(tree)
    found["cases of the corpus about containers, objects, programs that are lowered once"] = (
        f"{once} of {every}" if every else "–"
    )
    found["the most attempts among these"] = most or "–"
    return found


def folders_of(package):
    return [package / name for name in (*COMPILER, "runtime") if (package / name).is_dir()]


def lines_in(paths):
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def measures_of_classes(package):
    """The largest class of the lowering, with the methods that it inherits, and what stands in for methods of others."""
    every = [cls for cls in classes_of(package) if cls.in_compiler]
    largest = max(
        (cls for cls in every if cls.module.startswith("frontend.")), key=lambda cls: len(cls.methods)
    )
    stubs = sum(is_stub(method) for cls in every for method in cls.own.values())
    return {
        "classes that the largest object of the lowering is made of": 1 + len(largest.above),
        "its methods": len(largest.methods),
        "methods that stand in for those of a derived class": stubs,
    }


def code_name(name):
    return f"`{name}`" if "*" in name else name


# ------------------------------------------------------------------------------------------- a call of grad(f)


def visited(tree, name):
    """The functions of the package that a first call goes through, as (file, function), and how often the program was lowered."""
    command = [sys.executable, __file__, str(tree), "--visits", name]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    functions, attempts = json.loads(done.stdout)
    return [tuple(one) for one in functions], attempts


def visits(tree, name):
    sys.path.insert(0, str(tree))
    s2sad = importlib.import_module("s2sad")
    program, argument = PROGRAMS[name]
    called = {}

    def trace(frame, event, _):
        code = frame.f_code
        if code.co_filename.startswith(str(tree / "s2sad")) and not code.co_name.startswith("<"):
            key = (
                module_name(pathlib.Path(code.co_filename), tree / "s2sad"),
                code.co_name,
                code.co_firstlineno,
            )
            called[key] = called.get(key, 0) + 1

    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "program.py"
        file.write_text(program, encoding="utf-8")
        names = {"__name__": "program"}
        exec(compile(program, str(file), "exec"), names)
        threading.settrace(trace)
        sys.settrace(trace)
        try:
            s2sad.grad(names["f"])(eval(argument))
        except s2sad.DifferentiationError:
            return [], 0
        finally:
            sys.settrace(None)
            threading.settrace(None)
    attempts = sum(
        n
        for (module, function, _), n in called.items()
        if (module, function) == ("frontend.lower", "attempt")
    )
    return [(module, function) for module, function, _ in called], attempts


# ------------------------------------------------------------------------------------------------- attempts


def attempts_of_cases(tree):
    """How many cases of the corpus are lowered once, the most attempts at one, and how many cases have a gradient."""
    command = [sys.executable, __file__, str(tree), "--attempts"]
    counts = json.loads(subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout)
    return sum(n == 1 for n in counts), max(counts, default=0), len(counts)


def attempts_in(tree):
    """The largest number of attempts that one lowering took, for each case; none for a version that had no attempts."""
    sys.path[:0] = [str(tree), str(ROOT / "tests" / "corpus")]
    s2sad, corpus = importlib.import_module("s2sad"), importlib.import_module("corpus")
    lower = importlib.import_module("s2sad.frontend.lower")
    found, made = [], [0]
    if not hasattr(lower, "attempt"):
        return found
    whole, attempt = lower.lower, lower.attempt

    def counted(*args, **kwargs):
        made.append(0)
        return whole(*args, **kwargs)

    def one_more(*args, **kwargs):
        made[-1] += 1
        return attempt(*args, **kwargs)

    lower.attempt = one_more
    importlib.import_module("s2sad.pipeline").lower = counted
    for case in corpus.load()[0]:
        if case.group not in GROUPS or case.raises is not None:
            continue
        made[:] = [1]
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                s2sad.grad(case.fun, case.argnums)(*case.argument_sets()[0], **case.kwargs)
        except Exception:
            continue  # an earlier version may refuse it
        found.append(max(made))
    return found


if __name__ == "__main__":
    main()
