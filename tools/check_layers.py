"""Check that imports within the package go downwards only, and that classes don't call upwards either. Exit status 1 and one line for each that does.

    python tools/check_layers.py [PACKAGE_FOLDER]

A module may import from its own folder, from lower layers, and from neighbours on its layer unless these import from it as well. No modules of
the package import each other in a circle; in the folders of the compiler they don't use each other in one either. To use is also to look up in `self`
what a class of another module defines:

    a.py    class Base:                        b.py    class More(Base):
                def run(self):                             def step(self):
                    return self.step()                         return 1.0

Here a uses b, because the object that runs `run` may be a `More`, and b uses a. There no class has a method that only stands in for one of a derived class,
and none calls by `self` what only a derived class has. No class has more than forty methods, with those that it inherits from the package, but a record that stands for a library's.
"""

import ast
import functools
import graphlib
import pathlib
import sys
from dataclasses import dataclass

LAYERS = (  # from the bottom up
    ("compiling", "runtime", "stack"),
    ("errors",),
    ("ir",),
    ("frontend",),
    ("rules", "analysis"),
    ("ad", "transform", "backend"),
    ("trees",),
    ("loops",),
    ("pipeline",),
    ("guards",),
    ("results",),
    ("saved_values",),
    ("dynamic",),
    ("dispatch",),
    ("annotation_texts",),
    ("annotations",),
    ("arguments",),
    ("snapshots",),
    ("compiled",),
    ("exact_calls", "fixed_lengths"),
    ("short_axes",),
    ("compile",),
    ("templates",),
    ("derivative_cache",),
    ("show",),
    ("derived",),
    ("gradients",),
    ("colouring", "bundles"),
    ("api",),
    ("points",),
    ("sparse_jacobians",),
    ("jacobians", "markers"),
    ("checking",),
    ("cli",),
    ("__init__", "__main__"),
)
COMPILER = ("ir", "frontend", "rules", "analysis", "ad", "transform", "backend", "loops")
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
    """Circles of modules that use each other, one line each: `ad.a imports ad.b, which looks up step in ad.a`."""
    paths = {module_name(path, package): path for path in package.rglob("*.py") if path.stem != "__init__"}
    used = lookups(classes_of(package))
    for name, path in paths.items():
        for parts in dotted(path, package):
            names = (".".join(parts[1:end]) for end in range(len(parts), 1, -1))
            there = next((one for one in names if one in paths), "")
            if there and there != name:
                used[name, there] = "imports"
    found = []
    while circle := one_circle(used):
        steps = list(zip(circle, circle[1:]))
        said = ", which ".join(f"{used[step]} {step[1]}" for step in steps)
        found.append(f"{package}: {circle[0]} {said}")
        del used[min(steps, key=lambda step: used[step] == "imports")]
    return found


def one_circle(used):
    """The names of modules along a circle of a graph, the first also at its end; none if there is no circle."""
    graph = {}
    for here, there in used:
        graph.setdefault(here, set()).add(there)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return error.args[1][::-1]
    return []


@dataclass(frozen=True)
class Class:
    """A class of the package: the module that it is in, and the classes of the package that it derives from, the nearest first."""

    name: str
    module: str
    path: pathlib.Path
    node: ast.ClassDef
    above: tuple["Class", ...]

    @property
    def own(self):
        return {m.name: m for m in self.node.body if isinstance(m, ast.FunctionDef | ast.AsyncFunctionDef)}

    @property
    def methods(self):
        return {name for cls in (self, *self.above) for name in cls.own}

    @property
    def is_record(self):
        """Whether it stands for a class of a library's, whose methods it has."""
        return any(
            isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "s2sad_record" for n in self.node.body
        )

    @property
    def in_compiler(self):
        return self.module.partition(".")[0] in COMPILER

    @property
    def where(self):
        return f"{self.path}:{self.node.lineno}: {self.name}"


def classes_of(package):
    """All classes of the package. Bases are found by their names: in the module itself, or as an import names them."""
    nodes, names = {}, {}
    for path in sorted(package.rglob("*.py")):
        module, found = module_name(path, package), imports_and_classes(path.read_text(encoding="utf-8"))
        for node in found:
            if isinstance(node, ast.ClassDef):
                nodes[module, node.name] = path, node
        names[module] = imported_names(found, path, package)

    def made(module, name):
        path, node = nodes[module, name]
        above = []
        for base in node.bases:
            key = base_key(base, module, names[module])
            if key in nodes and key != (module, name):
                cls = made(*key)
                above += [other for other in (cls, *cls.above) if other not in above]
        return Class(name, module, path, node, tuple(above))

    return [made(*key) for key in nodes]


@functools.cache
def imports_and_classes(text):
    """The nodes of a file that import or define a class. Each check asks for them."""
    wanted = (ast.Import, ast.ImportFrom, ast.ClassDef)
    return tuple(node for node in ast.walk(ast.parse(text)) if isinstance(node, wanted))


def imported_names(nodes, path, package):
    """What the names that a module imports of the package stand for, as (module, name)."""
    folder = [package.name, *path.relative_to(package).parent.parts]
    found = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                *where, name = [*origin(node, folder), alias.name]
                if where[:1] == [package.name]:
                    found[alias.asname or alias.name] = ".".join(where[1:]), name
    return found


def base_key(base, module, names):
    """The module and the name of a base class: `Base`, `Base[T]`, or `forward.Base`."""
    if isinstance(base, ast.Subscript):
        return base_key(base.value, module, names)
    if isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name):
        return ".".join(filter(None, names.get(base.value.id, ()))), base.attr
    name = base.id if isinstance(base, ast.Name) else ""
    return names.get(name, (module, name))


def lookups(classes):
    """Which module's methods look up in `self` what another module defines: `{(here, there): "looks up step in"}`."""
    found = {}
    for cls in classes:
        order = (cls, *cls.above)
        for user in filter(lambda c: c.in_compiler, order):
            for name in sorted(names_in_self(user)):
                owner = next((other for other in order if name in other.own), user)
                if owner.module != user.module and owner.in_compiler:
                    found[user.module, owner.module] = f"looks up {name} in"
    return found


def classes(package):
    """What is wrong with single classes, one line each."""
    found, every = [], classes_of(package)
    for cls in every:
        if len(cls.methods) > MOST_METHODS and not cls.is_record:
            found.append(f"{cls.where} has {len(cls.methods)} methods")
        if not cls.in_compiler:
            continue
        found += [
            f"{cls.path}:{method.lineno}: {cls.name}.{method.name} stands in for a method of a derived class"
            for method in cls.own.values()
            if is_stub(method)
        ]
        below = {name for other in every if cls in other.above for name in other.own}
        for name in sorted(names_in_self(cls) & below - cls.methods):
            found.append(f"{cls.where} calls {name}, which only a derived class has")
    return found


def is_stub(method):
    """Whether a method does nothing but raise an AssertionError or a NotImplementedError."""
    body = [
        node
        for node in method.body
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    raised = ast.dump(body[0]) if len(body) == 1 and isinstance(body[0], ast.Raise) else ""
    return "AssertionError" in raised or "NotImplementedError" in raised


def names_in_self(cls):
    """The names that the methods of a class look up in their first parameter, be it `self` or `cls`."""
    return {
        child.attr
        for method in cls.own.values()
        for child in ast.walk(method)
        if isinstance(child, ast.Attribute)
        and isinstance(child.value, ast.Name)
        and child.value.id in first_parameter(method)
    }


def first_parameter(method):
    return [argument.arg for argument in (*method.args.posonlyargs, *method.args.args)][:1]


def module_name(path, package):
    """`ad.reverse` for s2sad/ad/reverse.py."""
    return ".".join(path.relative_to(package).with_suffix("").parts)


def imports(path, package):
    """The parts of the package that a file imports, each with the line: ("ir", 12)."""
    for parts, line in dotted_lines(path, package):
        yield part_of(parts, package), line


def dotted(path, package):
    return [parts for parts, _ in dotted_lines(path, package)]


def dotted_lines(path, package):
    """The dotted names of the package that a file imports, as lists of their parts, each with the line."""
    folder = [package.name, *path.relative_to(package).parent.parts]
    for node in imports_and_classes(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [[*origin(node, folder), alias.name] for alias in node.names]
        else:
            continue
        for parts in names:
            if parts[0] == package.name:
                yield parts, node.lineno


def origin(node, folder):
    """The dotted name, as a list of its parts, of what an `import from` in a folder of the package takes from."""
    base = folder[: len(folder) - node.level + 1] if node.level else []
    return [*base, *(node.module.split(".") if node.module else [])]


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
