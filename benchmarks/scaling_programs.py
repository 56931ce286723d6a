"""Constructs at any size: for each the text of a function `f`, and where its gradient is taken."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Construct:
    """`text(n)` is a program with `f(x)` whose text grows in proportion to n; `point` is an expression."""

    name: str
    size: int
    text: Callable[[int], str]
    point: str = "0.7"


def lines(parts: Iterable[str], depth: int = 0) -> str:
    return "".join("    " * depth + part + "\n" for part in parts)


def function(body: Iterable[str], result: str, before: str = "") -> str:
    return f"{before}def f(x):\n{lines(body, 1)}    return {result}\n"


def straight(n: int) -> str:
    return function(["v = x", *[f"v = math.sin(v) * {0.5 + i / n / 4} + x" for i in range(n)]], "v")


def straight_arrays(n: int) -> str:
    return function(["v = x", *[f"v = np.sin(v) * {0.5 + i / n / 4} + x" for i in range(n)]], "np.sum(v)")


def many_names(n: int) -> str:
    names = ["v0 = x", *[f"v{i + 1} = v{i} * 0.3 + math.sin(v{i} * x) * 0.5" for i in range(n)]]
    return function(names, f"v{n}")


def long_sum(n: int) -> str:
    return function((), " + ".join(f"{i + 1.5} * x" for i in range(n)))


def long_sum_of_arrays(n: int) -> str:
    return function((), "np.sum(" + " + ".join(f"x * {i + 1.5} " for i in range(n)) + ")")


def long_product(n: int) -> str:
    return function((), " * ".join(f"(x + {1 + i / n / n})" for i in range(n)))


def long_condition(n: int) -> str:
    return function((), "x * x if " + " and ".join(f"x < {i + 1}" for i in range(n)) + " else x")


def parentheses(n: int) -> str:
    depth = max(1, n)
    return function((), "(1.0 + x * " * depth + "x" + ")" * depth)


def nested_calls(n: int) -> str:
    return function((), "math.sin(" * n + "x" + ")" * n)


def list_items(n: int) -> str:
    return function(["a = [" + ", ".join(f"x * {i}.5" for i in range(n)) + "]"], "sum(a)")


def written_items(n: int) -> str:
    return function(
        ["a = [0.0] * 3", *[f"a[{i % 3}] += x * a[{(i + 1) % 3}] + {i}.0" for i in range(n)]], "a[0]"
    )


def dict_entries(n: int) -> str:
    entries = ", ".join(f"'k{i}': x * {i}.5" for i in range(n))
    return function([f"d = {{{entries}}}"], " + ".join(f"d['k{i}']" for i in range(n)))


def early_returns(n: int) -> str:
    body = []
    for i in range(n):
        body += [f"if x > {n + 1 - i}:", f"    return x * {i}.5", f"x = math.sin(x) + {i}"]
    return function(body, "x")


def elifs(n: int) -> str:
    body = ["if x > 100.0:", "    y = x"]
    for i in range(n):
        body += [f"elif x > {n - i}:", f"    y = x * x + {i}"]
    return function([*body, "else:", "    y = math.sin(x)"], "y * x")


def ifs(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body += [f"if y > {i}:", f"    y = y * x + {i}", "else:", "    y = math.sin(y)"]
    return function(body, "y")


def nested_ifs(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body += [" " * i + f"if x > -{i}:", " " * (i + 1) + f"y = y * x + {i}"]
    return function(body, "y")


def conditional_expressions(n: int) -> str:
    return function((), " ".join(f"x * {i}.5 if x > {n - i} else" for i in range(n)) + " x")


def loops(n: int) -> str:
    body = ["y = x", *["for i in range(2):", "    y = y * x + math.sin(y)"] * n]
    return function(body, "y")


def nested_loops(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body.append(" " * i + f"for i{i} in range(1):")
        body.append(" " * (i + 1) + f"y = math.sin(y) * x + {i}.5")
    return function(body, "y")


def nested_loops_with_new_names(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body.append(" " * i + f"z{i} = 0.0")
        body.append(" " * i + f"for i{i} in range(1):")
        body.append(" " * (i + 1) + f"y = math.sin(y) * x + {i}.5")
    for i in reversed(range(n)):
        body.append(" " * (i + 1) + f"z{i} += y")
        body.append(" " * i + f"y = z{i} * x")
    return function(body, "y")


def nested_loops_with_breaks(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body.append(" " * i + f"for i{i} in range(1):")
        body.append(" " * (i + 1) + f"y = math.sin(y) * x + {i}.5")
        body.append(" " * (i + 1) + f"if y > {100 + i}: break")
    return function(body, "y")


def nested_whiles(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body += [" " * i + f"k{i} = 0", " " * i + f"while k{i} < 1:", " " * (i + 1) + f"k{i} += 1"]
        body.append(" " * (i + 1) + f"y = math.sin(y) * x + {i}.5")
    return function(body, "y")


def nested_comprehensions(n: int) -> str:
    text = "x"
    for i in range(n):
        text = f"sum([{text} * i{i} for i{i} in (0.5,)])"
    return function((), text)


def nested_lists(n: int) -> str:
    text = "x"
    for i in range(n):
        text = f"[{text} for i{i} in range(1)]"
    return function([f"a = {text}"], "a" + "[0]" * n)


def lists_written_in_nested_loops(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body += [" " * i + f"a{i} = []", " " * i + f"for i{i} in range(2):"]
        body.append(" " * (i + 1) + f"a{i}.append(y * x)")
        body.append(" " * (i + 1) + f"y = y * 0.5 + a{i}[-1]")
    return function(body, "y")


def lists_that_are_written(n: int) -> str:
    body = []
    for i in range(n):
        body += [f"a{i} = [0.0, x]", f"a{i}[0] = x * a{i}[1] + {i}.5"]
    return function(body, " + ".join(f"a{i}[0]" for i in range(n)))


def nested_written_lists(n: int) -> str:
    body = ["b0 = [x, x]"]
    for i in range(n):
        body += [f"b{i + 1} = [b{i}, b{i}]", f"b{i + 1}[0] = b{i}"]
    return function(body, f"b{n}" + "[0]" * n + "[0]")


def tries(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body += ["try:", f"    y = math.sqrt(y + {i}.5)", "except ValueError:", "    y = x"]
    return function(body, "y")


def nested_tries(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body += [" " * i + "try:", " " * (i + 1) + f"y = math.sqrt(y + {i}.5)"]
    for i in reversed(range(n)):
        body += [" " * i + "except ValueError:", " " * (i + 1) + f"y = x * {i}.5"]
    return function(body, "y")


def withs(n: int) -> str:
    body = ["y = x"]
    for i in range(n):
        body += ["with np.errstate(all='ignore'):", f"    y = math.sin(y) * x + {i}"]
    return function(body, "y")


def calls_twice(n: int) -> str:
    before = "def g0(x):\n    return math.sin(x) * x\n"
    for i in range(n):
        before += f"def g{i + 1}(x):\n    return 0.3 * (g{i}(x) + g{i}(x + 0.{i + 1}))\n"
    return function((), f"g{n}(x)", before)


def calls_twice_arrays(n: int) -> str:
    before = "def g0(x):\n    return np.sin(x) * x\n"
    for i in range(n):
        before += f"def g{i + 1}(x):\n    return 0.3 * (g{i}(x) + g{i}(x + 0.{i + 1}))\n"
    return function((), f"np.sum(g{n}(x))", before)


def calls_twice_with_tuples(n: int) -> str:
    before = "def g0(p):\n    return (math.sin(p[0]), p[1] * p[0])\n"
    for i in range(n):
        before += f"def g{i + 1}(p):\n    a, b = g{i}(p)\n    return g{i}((b * 0.5, a * 0.5 + 0.{i + 1}))\n"
    return function((), f"g{n}((x, x))[0]", before)


def call_chain(n: int) -> str:
    before = "def g0(x):\n    return math.sin(x) * x\n"
    for i in range(n):
        before += f"def g{i + 1}(x):\n    return g{i}(x) * {0.5 + i / n / 4} + x\n"
    return function((), f"g{n}(x)", before)


def one_function_often(n: int) -> str:
    body = ["y = x", *[f"y = g(y, 0.{i + 1}) + x" for i in range(n)]]
    return function(body, "y", "def g(x, c):\n    return math.sin(x) * 0.5 + c\n")


def closures_twice(n: int) -> str:
    body = ["def g0(v):", "    return math.sin(v) * x"]
    for i in range(n):
        body += [f"def g{i + 1}(v):", f"    return 0.3 * (g{i}(v) + g{i}(v + x * 0.{i + 1}))"]
    return function(body, f"g{n}(x)")


def nested_closures(n: int) -> str:
    body = []
    for i in range(n):
        body += [" " * i + f"def g{i}(v{i}):"]
    body.append(" " * n + "return x * " + " * ".join(f"v{i}" for i in range(n)))
    for i in reversed(range(1, n)):
        body.append(" " * i + f"return g{i}(v{i - 1} * x)")
    return function(body, "g0(x)")


def functions_passed(n: int) -> str:
    before = "def g0(h, x):\n    return h(x) * x\n"
    for i in range(n):
        before += f"def g{i + 1}(h, x):\n    return 0.3 * (g{i}(h, x) + g{i}(h, x + 0.{i + 1}))\n"
    return function((), f"g{n}(math.sin, x)", before)


def classes(n: int) -> str:
    before = "class C0:\n    def __init__(self, a):\n        self.a = a\n    def m(self, x):\n        return self.a * x\n"
    for i in range(n):
        before += f"class C{i + 1}(C{i}):\n    def m(self, x):\n        return super().m(x) * 0.5 + x\n"
    return function((), f"C{n}(x).m(x)", before)


def methods_twice(n: int) -> str:
    before = "class C:\n    def __init__(self, a):\n        self.a = a\n    def m0(self, x):\n        return self.a * x\n"
    for i in range(n):
        before += (
            f"    def m{i + 1}(self, x):\n        return 0.3 * (self.m{i}(x) + self.m{i}(x + 0.{i + 1}))\n"
        )
    return function((), f"C(x).m{n}(x)", before)


def generators(n: int) -> str:
    before = "def g0(x):\n    yield x\n    yield x * x\n"
    for i in range(n):
        before += f"def g{i + 1}(x):\n    for v in g{i}(x):\n        yield v * x\n"
    return function((), f"sum(g{n}(x))", before)


def attributes(n: int) -> str:
    before = "class C:\n    def __init__(self, a):\n        self.a = a\n"
    return function(["c = C(x)", *["c = C(c)"] * n], "c" + ".a" * (n + 1), before)


def many_attributes(n: int) -> str:
    before = "class C:\n    def __init__(self, a):\n"
    before += lines([f"self.a{i} = a * {i}.5" for i in range(n)], 2)
    return function(["c = C(x)"], " + ".join(f"c.a{i}" for i in range(n)), before)


def arguments(n: int) -> str:
    names = [f"a{i}" for i in range(n)]
    before = f"def g({', '.join(names)}):\n    return {' + '.join(name + ' * a0' for name in names)}\n"
    return function((), "g(" + ", ".join(f"x * {i}.5" for i in range(n)) + ")", before)


def unpacking(n: int) -> str:
    names = ", ".join(f"a{i}" for i in range(n))
    return function([f"{names} = " + ", ".join(f"x * {i}.5" for i in range(n))], names.replace(",", " +"))


def array_stores(n: int) -> str:
    body = ["a = np.zeros(4)", *[f"a[{i % 4}] += x * a[{(i + 1) % 4}] + {i}.5" for i in range(n)]]
    return function(body, "np.sum(a)")


def array_loops(n: int) -> str:
    body = ["a = np.zeros(4)"]
    for i in range(n):
        body += ["for i in range(4):", f"    a[i] = a[i] * x + {i}.5"]
    return function(body, "np.sum(a)")


def nested_array_loops(n: int) -> str:
    body = ["a = np.zeros(4)"]
    for i in range(n):
        body += [" " * i + f"for i{i} in range(1):", " " * (i + 1) + f"a[i{i}] = a[i{i}] * x + {i}.5"]
    return function(body, "np.sum(a)")


CONSTRUCTS = (
    Construct("straight lines", 50, straight),
    Construct("straight lines of arrays", 50, straight_arrays, "np.array([0.3, 0.5])"),
    Construct("many names", 50, many_names),
    Construct("terms of a sum", 50, long_sum),
    Construct("terms of a sum of arrays", 50, long_sum_of_arrays, "np.array([0.3, 0.5])"),
    Construct("factors of a product", 50, long_product),
    Construct("parts of a condition", 50, long_condition),
    Construct("nested parentheses", 8, parentheses),
    Construct("calls in calls", 8, nested_calls),
    Construct("items of a list", 50, list_items),
    Construct("writes to a list", 50, written_items),
    Construct("entries of a dict", 25, dict_entries),
    Construct("early returns", 10, early_returns),
    Construct("elif", 10, elifs),
    Construct("if after if", 10, ifs),
    Construct("if in if", 5, nested_ifs),
    Construct("conditional expressions", 10, conditional_expressions),
    Construct("loops", 10, loops),
    Construct("loops in loops", 2, nested_loops),
    Construct("loops in loops, with sums", 2, nested_loops_with_new_names),
    Construct("loops in loops, with breaks", 2, nested_loops_with_breaks),
    Construct("while in while", 2, nested_whiles),
    Construct("comprehensions in comprehensions", 2, nested_comprehensions),
    Construct("lists of lists", 2, nested_lists),
    Construct("lists written in loops in loops", 2, lists_written_in_nested_loops),
    Construct("lists that are written", 10, lists_that_are_written),
    Construct("lists in lists that are written", 2, nested_written_lists),
    Construct("try", 10, tries),
    Construct("try in try", 2, nested_tries),
    Construct("with", 10, withs),
    Construct("calls, each twice", 2, calls_twice),
    Construct("calls, each twice, of arrays", 2, calls_twice_arrays, "np.array([0.3, 0.5])"),
    Construct("calls, each twice, of tuples", 2, calls_twice_with_tuples),
    Construct("chain of calls", 10, call_chain),
    Construct("one function, called often", 20, one_function_often),
    Construct("closures, each twice", 2, closures_twice),
    Construct("closures in closures", 4, nested_closures),
    Construct("functions passed on, each twice", 2, functions_passed),
    Construct("classes, each the base of the next", 5, classes),
    Construct("methods, each twice", 2, methods_twice),
    Construct("generators over generators", 4, generators),
    Construct("attributes of attributes", 10, attributes),
    Construct("attributes of an object", 20, many_attributes),
    Construct("arguments", 20, arguments),
    Construct("unpacked names", 20, unpacking),
    Construct("writes to an array", 20, array_stores),
    Construct("loops over an array", 10, array_loops),
    Construct("loops in loops over an array", 2, nested_array_loops),
)
