"""Random lists, each built together with the Python that means the same."""

import math
import operator

from hypothesis import given, settings
from hypothesis import strategies as st

from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, Entry, For, Function, If, Location, Param, Ref, Var, While
from s2sad.ir.operations import op
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import free_vars, rename, walk, with_body
from s2sad.ir.verify import verify

OPERATIONS = {"add": 2, "sub": 2, "mul": 2, "neg": 1}
SCOPE = {name: getattr(operator, name) for name in [*OPERATIONS, "lt"]} | {"math": math}
HINTS = ["x", "x_1", "add", "inf", "cond", "total", "i", "math", "do", "_"]

numbers = st.floats(-2.0, 2.0) | st.integers(-2, 2)
texts = st.text(st.sampled_from("ab #'\"\\\n:1é\u2028"), max_size=8) | st.sampled_from(
    ["line 3: x", "x * y", "'a' # b"]
)
locations = st.none() | st.builds(
    Location, st.sampled_from(["a.py", "", "b c.py"]), st.just(3), st.integers(0, 9), texts
)


class Builder:
    """Draws a list, and writes Python beside it."""

    def __init__(self, draw):
        self.draw = draw
        self.names = Names(["math", "lt", *OPERATIONS])
        self.lines = []

    def write(self, depth, text):
        self.lines.append("    " * depth + text)

    def var(self):
        return Var(self.names.fresh(self.draw(st.sampled_from(HINTS))))

    def remarks(self):
        return {"loc": self.draw(locations), "note": self.draw(st.just("") | texts)}

    def atom(self, seen):
        return self.draw(st.sampled_from(seen) | numbers.map(Const))

    def atoms(self, seen, count):
        return tuple(self.atom(seen) for _ in range(count))

    def assign(self, depth, targets, atoms):
        if targets:
            left = ", ".join(var.name for var in targets)
            self.write(depth, f"{left}, = {', '.join(map(spelt, atoms))},")

    def block(self, seen, depth, budget):
        entries = []
        seen = list(seen)
        for _ in range(self.draw(st.integers(0, 3))):
            kinds = [self.entry, self.entry, self.branch, self.for_, self.while_] if budget else [self.entry]
            node = self.draw(st.sampled_from(kinds))(seen, depth, budget - 1)
            entries.append(node)
            seen += node.targets
        return tuple(entries), seen

    def entry(self, seen, depth, budget):
        target = self.var()
        name = self.draw(st.sampled_from([*OPERATIONS, "math.tanh"]))
        fn = Ref(name, math.tanh) if "." in name else op(name)
        args = self.atoms(seen, OPERATIONS.get(name, 1))
        self.write(depth, f"{target.name} = {name}({', '.join(map(spelt, args))})")
        return Entry((target,), fn, args, **self.remarks())

    def test(self, seen, depth):
        flag, args = self.var(), self.atoms(seen, 2)
        self.write(depth, f"{flag.name} = lt({spelt(args[0])}, {spelt(args[1])})")
        return Entry((flag,), op("lt"), args), flag

    def branch(self, seen, depth, budget):
        cond = self.atom(seen)
        targets = tuple(self.var() for _ in range(self.draw(st.integers(0, 2))))
        blocks = []
        for head in (f"if {spelt(cond)}:", "else:"):
            self.write(depth, head)
            self.write(depth + 1, "pass")
            entries, inside = self.block(seen, depth + 1, budget)
            results = self.atoms(inside, len(targets))
            self.assign(depth + 1, targets, results)
            blocks.append(Block(entries, results))
        return If(targets, cond, *blocks, **self.remarks())

    def carried(self, seen, depth):
        count = self.draw(st.integers(0, 2))
        params, targets = (tuple(self.var() for _ in range(count)) for _ in range(2))
        inits = self.atoms(seen, count)
        self.assign(depth, params, inits)
        return params, inits, targets

    def body(self, seen, depth, budget, params):
        """The rest of a loop's body, and whether it has to say that it stops."""
        entries, inside = self.block(seen, depth, budget)
        results = self.atoms(inside, len(params))
        if not self.draw(st.booleans()):
            self.assign(depth, params, results)
            return entries, results, False
        test, flag = self.test(inside, depth)
        self.assign(depth, params, results)
        self.write(depth, f"if {flag.name}: break")
        return (*entries, test), (*results, flag), True

    def for_(self, seen, depth, budget):
        params, inits, targets = self.carried(seen, depth)
        item, text = self.var(), self.draw(st.text("ab", max_size=3))
        self.write(depth, f"for {item.name} in {text!r}:")
        entries, results, stops = self.body([*seen, *params], depth + 1, budget, params)
        self.write(depth + 1, "pass")
        self.assign(depth, targets, params)
        return For(
            targets, item, Const(text), params, inits, Block(entries, results), stops, **self.remarks()
        )

    def while_(self, seen, depth, budget):
        params, inits, targets = self.carried(seen, depth)
        count, count_1, last = self.var(), self.var(), self.var()
        stop = self.draw(st.integers(0, 3))
        self.write(depth, f"{count.name} = 0")
        self.write(depth, "while True:")
        flag = self.var()
        cond = Block((Entry((flag,), op("lt"), (count, Const(stop))),), (flag,))
        self.write(depth + 1, f"{flag.name} = lt({count.name}, {stop})")
        self.write(depth + 1, f"if not {flag.name}: break")
        step = Entry((count_1,), op("add"), (count, Const(1)))
        self.write(depth + 1, f"{count_1.name} = {count.name} = {count.name} + 1")
        entries, results, stops = self.body([*seen, *params], depth + 1, budget, params)
        self.assign(depth, (*targets, last), (*params, count))
        body = Block((step, *entries), (count_1, *results))
        inner = (count, *params), (Const(0), *inits)
        return While((last, *targets), *inner, cond, body, stops, **self.remarks())


def spelt(atom):
    return atom.name if isinstance(atom, Var) else repr(atom.value)


@st.composite
def functions(draw):
    """A function of two numbers, and the Python text of the same."""
    builder = Builder(draw)
    params = [builder.var(), builder.var()]
    builder.write(0, f"def f({params[0].name}, {params[1].name}):")
    entries, seen = builder.block(params, 1, 2)
    results = (*builder.atoms(seen, 2), seen[-1])
    builder.write(1, f"return {spelt(results[0])}, ({spelt(results[1])}, {spelt(results[2])})")
    function = Function(
        "f",
        tuple(map(Param, params)),
        Block(entries, results),
        ("one", ("one", "one")),
        draw(texts),
        draw(locations),
    )
    return function, "\n".join(builder.lines)


def run_python(text, *args):
    names = dict(SCOPE)
    exec(text, names)
    return names["f"](*args)


examples = settings(max_examples=60, deadline=None)


@examples
@given(functions())
def test_the_text_comes_back(case):
    function, _ = case
    text = print_function(function)
    assert parse_function(text) == function
    assert print_function(parse_function(text)) == text


@examples
@given(functions())
def test_valid_lists_pass(case):
    assert verify(case[0]) is None


@examples
@given(functions(), numbers, numbers)
def test_the_evaluator_does_what_python_does(case, x, y):
    function, text = case
    assert repr(evaluate(function, [x, y])) == repr(run_python(text, x, y))


@examples
@given(functions(), numbers, numbers)
def test_a_renamed_body_means_the_same(case, x, y):
    function, _ = case
    names = Names(param.var.name for param in function.params)
    names.reserve(var.name for node in walk(function.body) for var in node.targets)
    body = rename(function.body, names.fresh)
    renamed = with_body(function, body.entries, body.results)
    verify(renamed)
    assert free_vars(body).keys() == free_vars(function.body).keys()
    assert repr(evaluate(renamed, [x, y])) == repr(evaluate(function, [x, y]))
