"""From a function and the kind of a call to a derivative that runs."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from s2sad.arguments import Call
from s2sad.backend.load import COMPILING, Loaded
from s2sad.backend.standalone import standalone
from s2sad.dynamic import AT_RUN_TIME, leaves_of
from s2sad.errors import NotCallable
from s2sad.ir.nodes import Function, Module
from s2sad.ir.printer import print_module
from s2sad.pipeline import Compiler, Request
from s2sad.rules.book import STANDARD
from s2sad.rules.declare import Rule
from s2sad.rules.view import View


@functools.lru_cache(maxsize=256)
def compiler_for(rules: tuple[Rule, ...], style: str) -> Compiler:
    book = STANDARD.extended(*rules) if rules else STANDARD
    return Compiler(View(book), AT_RUN_TIME, style)


class Compiled:
    """A derivative for one kind of call."""

    def __init__(self, primal: Module, module: Module, loaded: Loaded) -> None:
        self.primal = primal
        self.module = module
        self.loaded = loaded
        self.main: Callable = loaded.main

    @property
    def wengert(self) -> str:
        return print_module(self.primal)

    def standalone(self) -> str:
        """The text of a module that runs without s2sad."""
        return standalone(self.module)

    def pullback(self, saved: Any, moving: tuple[int, ...], count: int) -> Callable:
        """The function from a cotangent to one adjoint for each of `count` primals."""
        structure = self.primal.main.structure
        reverse = self.loaded.functions[self.module.functions[1].name]

        def pullback(cotangent: Any) -> tuple:
            """The adjoints of the primals, from a cotangent in the structure of the value."""
            leaves = leaves_of(structure, cotangent)
            bars = reverse(saved, *leaves)
            found = iter(bars if len(moving) != 1 else (bars,))
            return tuple(next(found) if i in moving else None for i in range(count))

        return pullback


def wengert_of(fun: Callable, call: Call, rules: tuple[Rule, ...]) -> str:
    """The Wengert list of a function, as text."""
    return print_module(compiler_for(rules, "folded").lowered(fun, call.arguments).module)


def compile_call(fun: Callable, call: Call, what: str, rules: tuple[Rule, ...], style: str) -> Compiled:
    """The derivative `what` of a function: "grad", "value_and_grad", "pair", "jvp", "jvps" or "hvp"."""
    if isinstance(fun, type):
        raise NotCallable(f"{fun.__name__} is a class", "pass a function, or a method of an object")
    compiler = compiler_for(rules, style)
    with COMPILING:
        lowered, module = derived_module(compiler, fun, call, what)
        return Compiled(lowered, module, compiler.loaded(module))


def derived_module(compiler: Compiler, fun: Callable, call: Call, what: str) -> tuple[Module, Module]:
    """The Wengert lists of a function and of its derivative."""
    lowered = compiler.lowered(fun, call.arguments)
    request = Request(lowered.facts, call.wrt, call.single and what != "hvp")
    if what != "hvp":
        return lowered.module, compiler.differentiated(lowered.module, request, what, lowered.nested)
    gradient = compiler.differentiated(lowered.module, request, "grad", lowered.nested)
    whole = compiler.differentiated(gradient, request, "jvp")
    return lowered.module, replace(whole, functions=(products_only(whole.main), *whole.functions[1:]))


def products_only(function: Function) -> Function:
    """A tangent function of a gradient without the gradient itself."""
    count = len(function.body.results) // 2
    body = replace(function.body, results=function.body.results[count:])
    structure = function.structure[1]
    return replace(function, body=body, structure=structure, name=function.name.replace("_grad_jvp", "_hvp"))
