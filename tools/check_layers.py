"""Check that imports within the package go downwards only. Exit status 1 and one line for each that does not.

    python tools/check_layers.py [PACKAGE_FOLDER]

A module may import from its own folder, from lower layers, and from neighbours on its layer unless these import
from it as well.
"""

import ast
import pathlib
import sys

LAYERS = (  # from the bottom up
    ("runtime", "stack"),
    ("errors",),
    ("ir",),
    ("frontend",),
    ("rules", "analysis"),
    ("ad", "transform", "backend"),
    ("pipeline",),
    ("guards",),
    ("trees",),
    ("results",),
    ("dynamic",),
    ("dispatch",),
    ("annotation_texts",),
    ("annotations",),
    ("arguments",),
    ("snapshots",),
    ("compiled",),
    ("compile",),
    ("templates",),
    ("kept",),
    ("show",),
    ("derived",),
    ("gradients",),
    ("api",),
    ("jacobians", "markers"),
    ("checking",),
    ("cli",),
    ("__init__", "__main__"),
)
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}


def violations(package):
    """What is wrong, one line each, for the package in this folder."""
    found, between = [], {}
    for path in sorted(package.rglob("*.py")):
        here = path.relative_to(package).parts[0].removesuffix(".py")
        if here not in HEIGHT:
            found.append(f"{path}: {here} is in no layer")
            continue
        for there, line in imports(path, package):
            if there not in HEIGHT:
                found.append(f"{path}:{line}: {there} is in no layer")
            elif HEIGHT[there] > HEIGHT[here]:
                found.append(f"{path}:{line}: {here} imports {there}, which is above it")
            elif HEIGHT[there] == HEIGHT[here] and there != here:
                between.setdefault((here, there), f"{path}:{line}")
    for (here, there), where in between.items():
        if (there, here) in between:
            found.append(f"{where}: {here} and {there} import each other")
    return found


def imports(path, package):
    """The parts of the package that a file imports, each with the line: ("ir", 12)."""
    folder = [package.name, *path.relative_to(package).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            names = [[*base, alias.name] for alias in node.names]
        else:
            continue
        for parts in names:
            if parts[0] == package.name:
                yield part_of(parts, package), node.lineno


def part_of(parts, package):
    """The folder or file directly in the package that a dotted name leads to; "__init__" for what that defines."""
    if len(parts) > 1 and ((package / parts[1]).is_dir() or (package / f"{parts[1]}.py").is_file()):
        return parts[1]
    return "__init__"


def main(arguments):
    root = pathlib.Path(__file__).resolve().parent.parent
    found = violations(pathlib.Path(arguments[0]) if arguments else root / "s2sad")
    print("\n".join(found) or "imports go downwards only")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
