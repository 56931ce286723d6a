"""What is checked of a program: its value to the bit, and its derivatives against duals, after every stage."""

import hashlib
import linecache
import math

from duals import MATH, derivatives

from s2sad.arguments import describe
from s2sad.compile import compiler_for, derived_module
from s2sad.dynamic import AT_RUN_TIME
from s2sad.ir.evaluate import evaluate
from s2sad.ir.verify import verify
from s2sad.pipeline import Compiler

TOLERANCE = 1e-9
LARGEST = 1e6


class Mismatch(AssertionError):
    """What is wrong, and after which stage."""


class Program:
    """A module of Python text with a function `f(x, y, items, n)`, and a point to differentiate it at."""

    def __init__(self, text, point):
        self.text, self.point = text, point
        self.filename = f"<program {hashlib.sha256(text.encode()).hexdigest()[:16]}>"
        linecache.cache[self.filename] = len(text), None, text.splitlines(keepends=True), self.filename
        code = compile(text, self.filename, "exec")
        self.names, self.on_duals = {}, {}
        exec(code, self.names)
        exec(code, self.on_duals)
        self.on_duals["math"] = MATH
        self.function = self.names["f"]

    def forget(self):
        linecache.cache.pop(self.filename, None)

    def arguments(self):
        x, y, items, n = self.point
        return x, y, list(items), n

    def numbers(self):
        x, y, items, _ = self.point
        return [x, y, *items]

    def value(self):
        return self.function(*self.arguments())

    def derivatives(self):
        """By duals: the gradient of the results' weighted sum, its derivative along the direction, and the product
        of its Hessian with the direction."""

        def flat_function(x, y, *items):
            return self.on_duals["f"](x, y, list(items), self.point[3])

        numbers = self.numbers()
        return derivatives(flat_function, numbers, direction(len(numbers)), weighted)


def direction(count):
    return [math.cos(1.0 + 2.0 * i) for i in range(count)]


def weights(count):
    return [1.0] if count == 1 else [0.5 + 0.25 * i for i in range(count)]


def weighted(result):
    parts = result if isinstance(result, tuple) else (result,)
    return sum(weight * part for weight, part in zip(weights(len(parts)), parts, strict=True))


def flattened(gradient):
    """The adjoints of x, y and the items as one list."""
    x, y, items = gradient
    return [x, y, *items]


class Check:
    """Compares each form of a derivative of one program with what it has to be."""

    def __init__(self, program, style="folded"):
        self.program, self.style = program, style
        self.value = program.value()
        self.gradient, self.along, self.product = program.derivatives()
        self.parts = self.value if isinstance(self.value, tuple) else (self.value,)
        dots = direction(len(program.numbers()))
        self.dots = (dots[0], dots[1], dots[2:])
        self.wrt = (0, 1, 2)
        self.seen = []

    def is_tame(self):
        """Whether rounding errors stay small."""
        numbers = [*self.gradient, *self.product, self.along]
        return all(abs(number) < LARGEST for number in numbers)

    def all(self):
        self.forward()
        self.pair()
        if not isinstance(self.value, tuple):
            self.value_and_grad()
            self.hvp()
        for stage in self.seen:
            for function in stage.module.functions:
                verify(function)

    # ------------------------------------------------------------------------------------------- the derivatives

    def value_and_grad(self):
        def right(found, stage):
            value, gradient = found
            self.same(value, stage)
            self.close(flattened(gradient), self.gradient, stage)

        self.run("value_and_grad", (), [self.is_value, right, right, right])

    def forward(self):
        def right(found, stage):
            value, tangent = found
            self.same(value, stage)
            self.close([weighted(tangent)], [self.along], stage)

        self.run("jvp", self.dots, [self.is_value, right, right, right])

    def hvp(self):
        def gradient(found, stage):
            self.close(flattened(found), self.gradient, stage)

        def both(found, stage):
            gradient(found[0], stage)
            self.close(flattened(found[1]), self.product, stage)

        def product(found, stage):
            self.close(flattened(found), self.product, stage)

        self.run("hvp", self.dots, [self.is_value, gradient, gradient, both, both, product])

    def pair(self):
        """Forward and reverse sweep as two functions."""

        def right(functions, stage):
            forward, reverse = functions
            value, saved = forward(*self.program.arguments())
            self.same(value, stage)
            cotangents = [cotangent] if structure == "one" else list(cotangent)
            for _ in range(2):  # the reverse sweep doesn't use up what was saved
                self.close(flattened(reverse(saved, *cotangents)), self.gradient, stage)

        stages = []
        loaded = self.compiled("pair", stages)
        structure = stages[0].module.main.structure
        shares = weights(len(self.parts))
        cotangent = tuple(shares) if isinstance(self.value, tuple) else shares[0]
        for number, stage in enumerate(stages[1:], start=1):
            functions = stage.module.functions[:2]
            right(
                [self.evaluator(function, stage.module) for function in functions],
                f"{number} {stage.name} of pair",
            )
        right([loaded.functions[f.name] for f in stages[-1].module.functions[:2]], "load of pair")

    # ------------------------------------------------------------------------------------------------ how it runs

    def compiled(self, what, stages):
        """The loaded functions of a derivative; `stages` gets what came out of each step."""
        program = self.program
        call = describe(program.function, program.arguments(), {}, self.wrt, closed=True)
        view = compiler_for((), self.style).view
        compiler = Compiler(view, AT_RUN_TIME, self.style, stages.append)
        lowered = compiler.lowered(program.function, call.arguments)
        module = derived_module(compiler, lowered, call, what)
        self.seen += stages
        return compiler.loaded(module)

    def evaluator(self, function, module):
        return lambda *args: evaluate(function, args, module=module)

    def run(self, what, dots, expectations):
        stages = []
        loaded = self.compiled(what, stages)
        for number, (stage, right) in enumerate(zip(stages, expectations)):
            dots_here = dots if what == "jvp" and number >= 1 or number >= 3 else ()
            found = self.evaluator(stage.module.main, stage.module)(*self.program.arguments(), *dots_here)
            right(found, f"{number} {stage.name} of {what}")
        for text in ("as generated", "formatted"):
            expectations[-1](loaded.main(*self.program.arguments(), *dots), f"load ({text}) of {what}")
            assert loaded.source

    # -------------------------------------------------------------------------------------------------- comparing

    def is_value(self, found, stage):
        self.same(found, stage)

    def same(self, found, stage):
        if repr(found) != repr(self.value):
            raise Mismatch(f"{stage}: the value is {found!r}, not {self.value!r}")

    def close(self, found, wanted, stage):
        if len(found) != len(wanted):
            raise Mismatch(f"{stage}: {len(found)} numbers, not {len(wanted)}")
        scale = 1.0 + max(map(abs, wanted))
        if not all(abs(one - other) <= TOLERANCE * scale for one, other in zip(found, wanted)):
            raise Mismatch(f"{stage}: {found} is not {wanted}")
