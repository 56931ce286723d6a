"""Check that imports within the package go downwards only, and that classes don't call upwards either. Exit status 1 and one line for each that does.

    python tools/check_layers.py [PACKAGE_FOLDER]

A module may import from its own folder, from lower layers, and from neighbours on its layer unless these import
from it as well. In the folders of the compiler modules don't import each other in a circle, no class calls by `self` what only a class derived from it has, no method stands in for one of a derived class, and no class has more
than forty methods.
"""

import ast
import graphlib
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
    ("derivative_cache",),
    ("show",),
    ("derived",),
    ("gradients",),
    ("api",),
    ("jacobians", "markers"),
    ("checking",),
    ("cli",),
    ("__init__", "__main__"),
)
COMPILER = ("ir", "frontend", "rules", "analysis", "ad", "transform", "backend")
MOST_METHODS = 40
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


def circles(package):
    """Modules of a folder of the compiler that import each other in a circle, one line for each folder that has one."""
    found = []
    for folder in (package / name for name in COMPILER):
        own = {path.stem: path for path in folder.glob("*.py") if path.stem != "__init__"}
        graph = {
            name: {
                parts[2] for parts in dotted(path, package) if parts[1:2] == [folder.name] and len(parts) > 2
            }
            & own.keys() - {name}
            for name, path in own.items()
        }
        try:
            graphlib.TopologicalSorter(graph).prepare()
        except graphlib.CycleError as error:
            found.append(f"{folder}: {' imports '.join(reversed(error.args[1]))}")
    return found


def classes(package):
    """What is wrong with classes of the compiler, one line each."""
    files = [path for name in COMPILER for path in sorted((package / name).rglob("*.py"))]
    nodes = {}
    for path in files:
        for node in ast.parse(path.read_text(encoding="utf-8"), str(path)).body:
            if isinstance(node, ast.ClassDef):
                nodes[node.name] = path, node
    found = []
    for name, (path, node) in nodes.items():
        own = {method.name: method for method in node.body if isinstance(method, ast.FunctionDef)}
        if len(own) > MOST_METHODS:
            found.append(f"{path}:{node.lineno}: {name} has {len(own)} methods")
        found += [
            f"{path}:{method.lineno}: {name}.{method.name} stands in for a method of a derived class"
            for method in own.values()
            if is_stub(method)
        ]
        above = {
            m.name for other in derived(name, nodes) for m in other.body if isinstance(m, ast.FunctionDef)
        }
        for called in sorted(called_by_self(node) & above - set(own) - inherited(node, nodes)):
            found.append(f"{path}:{node.lineno}: {name} calls {called}, which only a derived class has")
    return found


def is_stub(method):
    """Whether a method does nothing but raise an AssertionError."""
    body = [
        node
        for node in method.body
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    return len(body) == 1 and isinstance(body[0], ast.Raise) and "AssertionError" in ast.dump(body[0])


def bases_of(node):
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def derived(name, nodes):
    """The classes that derive from one, at any remove."""
    for other, (_, node) in nodes.items():
        if name in bases_of(node):
            yield node
            yield from derived(other, nodes)


def inherited(node, nodes):
    """The names of the methods that a class has from those it derives from."""
    found = set()
    for base in bases_of(node):
        if base in nodes:
            above = nodes[base][1]
            found |= {m.name for m in above.body if isinstance(m, ast.FunctionDef)} | inherited(above, nodes)
    return found


def called_by_self(node):
    """The names that the methods of a class look up in `self`."""
    return {
        child.attr
        for child in ast.walk(node)
        if isinstance(child, ast.Attribute) and isinstance(child.value, ast.Name) and child.value.id == "self"
    }


def imports(path, package):
    """The parts of the package that a file imports, each with the line: ("ir", 12)."""
    for parts, line in dotted_lines(path, package):
        yield part_of(parts, package), line


def dotted(path, package):
    return [parts for parts, _ in dotted_lines(path, package)]


def dotted_lines(path, package):
    """The dotted names of the package that a file imports, as lists of their parts, each with the line."""
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
                yield parts, node.lineno


def part_of(parts, package):
    """The folder or file directly in the package that a dotted name leads to; "__init__" for what that defines."""
    if len(parts) > 1 and ((package / parts[1]).is_dir() or (package / f"{parts[1]}.py").is_file()):
        return parts[1]
    return "__init__"


def main(arguments):
    root = pathlib.Path(__file__).resolve().parent.parent
    package = pathlib.Path(arguments[0]) if arguments else root / "s2sad"
    found = [*violations(package), *circles(package), *classes(package)]
    print("\n".join(found) or "imports go downwards only")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
