"""The forward transformation: beside every active variable, its tangent.

    a = mul x y             a = mul x y
    b = math.sin x    →     a_dot = add (mul y x_dot) (mul x y_dot)
    …                       b = math.sin x
                            b_dot = mul (math.cos x) x_dot

Control flow stays as it is and carries tangents along (Griewank & Walther, section 3.1). A container's tangent is
a container of the same shape, changed in the same way. The sum runs over the active arguments only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.ad.apply_rule import Emitter, gradients_of, guarded_product, is_singular, partials_of
from s2sad.ad.context import Context, Signature
from s2sad.ad.custom import Custom
from s2sad.analysis.infer import Fact, Facts
from s2sad.errors import NoRuleError, UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    Handler,
    If,
    Location,
    Node,
    Param,
    Ref,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operations import op, operation_of
from s2sad.rules.custom import CustomDerivative
from s2sad.rules.declare import Gradient, Linear, Nondifferentiable, Partials

# Operations on containers: the tangent is the same operation on tangents, at these places among the arguments.
_PARALLEL = {
    "getitem": (0,),
    "unpack": (0,),
    "append": (0, 1),
    "reverse": (0,),
    "setitem": (0, 2),
    "add_at": (0, 2),
    "merge": (0, 1),
    "merge_slice": (0, 2),
    "merge_repeated": (0, 1),
    "take_last": (0,),
    "adjoint_of": (0,),
    "accumulate": (0, 1),
    "dup": (0,),
    "getattr": (0,),
}
# What a list is made by that takes up active items only later.
_DISPLAYS = ("list_of", "dict_of", "tuple_of", "shadow_of", "zeros_like", "mul")
_COPIES = (list, tuple, reversed)


class Tangents:
    def __init__(self, context: Context, facts: Facts, names: Names) -> None:
        self.context = context
        self.facts = facts
        self.names = names
        self.dots: dict[Var, Atom] = {}
        self.zips: dict[Atom, tuple[Atom, ...]] = {}
        self.out: list[Node] = []
        self.loc: Location | None = None

    # -------------------------------------------------------------------------------------------- variables

    def is_active(self, atom: Any) -> bool:
        return isinstance(atom, Var) and atom in self.facts.varied

    def dot(self, var: Var) -> Var:
        """A new variable for the tangent of an active variable."""
        new = Var(self.names.tangent(stem(var.name)))
        self.facts.kinds[new] = self.facts.kind(var)
        self.dots[var] = new
        return new

    def tangent(self, atom: Atom) -> Atom:
        """The tangent of an atom: a variable's, or zero in the structure of the value."""
        if self.is_active(atom):
            return self.dots[atom]  # type: ignore[index]
        if atom == Const(UNDEFINED):
            return atom
        kind = self.facts.kind(atom)
        if kind.name in K.CONTAINERS:
            return self.emit("zeros_like", (atom,))
        if kind.name in ("text", "none", "function", "object"):
            return Const(None)
        return Const(0.0)

    def emit(self, fn: Any, args: tuple[Atom, ...], kind: K.Kind = K.FLOAT) -> Var:
        target = Var(self.names.fresh("t"))
        self.facts.kinds[target] = kind
        self.out.append(Entry((target,), op(fn) if isinstance(fn, str) else fn, args, (), self.loc))
        return target

    def set(self, target: Var, fn: Any, args: tuple[Atom, ...]) -> None:
        """An entry that computes the tangent of a variable."""
        ref = op(fn) if isinstance(fn, str) else fn
        self.out.append(Entry((self.dot(target),), ref, args, (), self.loc))

    # ----------------------------------------------------------------------------------------------- blocks

    def block(self, block: Block, extra: tuple[Atom, ...] = ()) -> Block:
        """The block with tangents; `extra` are atoms whose tangents it hands out after its results."""
        out, self.out = self.out, []
        for node in block.entries:
            self.node(node)
        tangents = tuple(map(self.tangent, extra))
        done = Block(tuple(self.out), (*block.results, *tangents))
        self.out = out
        return done

    def node(self, node: Node) -> None:
        self.loc = node.loc
        if isinstance(node, Entry):
            self.entry(node)
        elif isinstance(node, If):
            self.branch(node)
        elif isinstance(node, (For, While)):
            self.loop(node)
        elif isinstance(node, Try):
            self.try_node(node)
        elif isinstance(node, With):
            moving, extra = self.moving(node.targets, node.body)
            body = self.block(node.body, extra)
            self.out.append(replace(node, targets=(*node.targets, *map(self.dot, moving)), body=body))
        else:
            self.closure(node)

    def moving(self, targets: tuple[Var, ...], block: Block) -> tuple[list[Var], tuple[Atom, ...]]:
        """The active targets of a region, and the results of a block that go to them."""
        pairs = [(t, atom) for t, atom in zip(targets, block.results) if self.is_active(t)]
        return [target for target, _ in pairs], tuple(atom for _, atom in pairs)

    def branch(self, node: If) -> None:
        moving, extra = self.moving(node.targets, node.then)
        then = self.block(node.then, extra)
        orelse = self.block(node.orelse, self.moving(node.targets, node.orelse)[1])
        targets = (*node.targets, *map(self.dot, moving))
        self.out.append(If(targets, node.cond, then, orelse, node.loc, node.note))

    def try_node(self, node: Try) -> None:
        moving, extra = self.moving(node.targets, node.body)
        body = self.block(node.body, extra)
        handlers = tuple(
            Handler(h.kind, h.name, self.block(h.block, self.moving(node.targets, h.block)[1]))
            for h in node.handlers
        )
        targets = (*node.targets, *map(self.dot, moving))
        self.out.append(replace(node, targets=targets, body=body, handlers=handlers))

    def loop(self, node: For | While) -> None:
        moving = [i for i, param in enumerate(node.params) if self.is_active(param)]
        inits = tuple(self.tangent(node.inits[i]) for i in moving)
        params = tuple(self.dot(node.params[i]) for i in moving)
        unzip = isinstance(node, For) and self.is_active(node.iterable)
        iterable, item, first = self.zipped(node) if unzip else (None, None, ())  # type: ignore[arg-type]
        out, self.out = self.out, list(first)
        for entry in node.body.entries:
            self.node(entry)
        ends = tuple(self.tangent(node.body.results[i]) for i in moving)
        count = len(node.params)
        results = (*node.body.results[:count], *ends, *node.body.results[count:])
        body = Block(tuple(self.out), results)
        self.out = out
        new: Any = replace(
            node,
            targets=(*node.targets, *(self.dot(node.targets[i]) for i in moving)),
            params=(*node.params, *params),
            inits=(*node.inits, *inits),
            body=body,
        )
        self.out.append(replace(new, iterable=iterable, item=item) if unzip else new)

    def zipped(self, node: For) -> tuple[Atom, Var, tuple[Node, ...]]:
        """A loop over an active container goes over its tangent beside it."""
        if node.iterable in self.zips:
            return self.zipped_more(node, self.zips[node.iterable])  # type: ignore[index]
        dot = self.tangent(node.iterable)
        both = self.emit(Ref("zip", zip), (node.iterable, dot))
        item = Var(self.names.fresh("t"))
        targets = (node.item, self.dot(node.item)) if self.is_active(node.item) else (node.item, self.unused())
        return both, item, (Entry(targets, op("unpack"), (item, Const(2), Const(None))),)

    def zipped_more(self, node: For, args: tuple[Atom, ...]) -> tuple[Atom, Var, tuple[Node, ...]]:
        """A loop over `zip(a, b)` goes over the tangents of those that are active as well."""
        moving = [atom for atom in args if self.is_active(atom)]
        both = self.emit(Ref("zip", zip), (*args, *map(self.tangent, moving)), K.UNKNOWN)
        item = Var(self.names.fresh("t"))
        parts = tuple(self.unused() for _ in (*args, *moving))
        rest = iter(parts[len(args) :])
        dots = tuple(next(rest) if self.is_active(atom) else Const(0.0) for atom in args)
        entries = [
            Entry(parts, op("unpack"), (item, Const(len(parts)), Const(None))),
            Entry((node.item,), op("tuple_of"), parts[: len(args)]),
        ]
        if self.is_active(node.item):
            entries.append(Entry((self.dot(node.item),), op("tuple_of"), dots))
        return both, item, tuple(entries)

    def unused(self) -> Var:
        return Var(self.names.fresh("t"))

    # ---------------------------------------------------------------------------------------------- entries

    def entry(self, node: Entry) -> None:
        name = operation_of(node)
        if isinstance(node.fn, FunctionRef):
            self.call(node)
            return
        reads = (node.fn, *node.args, *(atom for _, atom in node.kwargs))
        moving = any(map(self.is_active, reads))
        grows = bool(node.targets) and self.is_active(node.targets[0]) and name in _DISPLAYS
        if not grows and (not moving or (node.targets and not any(map(self.is_active, node.targets)))):
            self.out.append(node)
            return
        if name is not None and self.by_operation(name, node):
            return
        if isinstance(node.fn, Ref) and node.fn.value is zip:
            self.out.append(node)
            self.zips[node.targets[0]] = node.args
            return
        if isinstance(node.fn, Ref) and any(node.fn.value is copy for copy in _COPIES):
            self.out.append(node)
            self.set(node.targets[0], node.fn, (self.tangent(node.args[0]),))
            return
        if not isinstance(node.fn, Ref):
            self.dynamic(node)
            return
        if self.is_dynamic(node.fn):
            self.dynamic_rule(node)
            return
        if isinstance(node.fn.value, CustomDerivative):
            self.by_custom(node, node.fn.value)
            return
        inner = self.context.python_function(node, self.facts)
        if inner is not None:
            self.call(inner)
            return
        self.out.append(node)
        self.by_rule(node)

    def by_operation(self, name: str, node: Entry) -> bool:
        """Operations on containers, and on what holds tangents in its own structure."""
        if name in ("tuple_of", "list_of"):
            self.out.append(node)
            self.set(node.targets[0], name, tuple(map(self.tangent, node.args)))
            return True
        if name == "dict_of":
            self.out.append(node)
            values = [self.tangent(a) if i % 2 else a for i, a in enumerate(node.args)]
            self.set(node.targets[0], name, tuple(values))
            return True
        if name == "check_real":
            self.out.append(node)
            return True
        if name in ("shadow_of", "zeros_like"):
            self.out.append(node)
            self.set(node.targets[0], node.fn, node.args)
            return True
        if name in ("inner", "scaled"):
            self.out.append(node)
            self.bilinear(node)
            return True
        if name in ("add", "iadd", "mul") and self.facts.kind(node.targets[0]).name in K.CONTAINERS:
            self.out.append(node)
            self.joined(name, node)
            return True
        places = _PARALLEL.get(name)
        if places is None:
            return False
        self.out.append(node)
        args = tuple(self.tangent(a) if i in places else a for i, a in enumerate(node.args))
        targets = tuple(self.dot(t) if self.is_active(t) else self.unused() for t in node.targets)
        self.out.append(Entry(targets, node.fn, args, (), node.loc))
        return True

    def joined(self, name: str, node: Entry) -> None:
        """`xs + ys`, and `xs * n` with a number that doesn't move."""
        args = node.args
        if name == "mul":
            moved = tuple(self.tangent(a) if self.facts.kind(a).name in K.CONTAINERS else a for a in args)
        else:
            moved = tuple(map(self.tangent, args))
        self.set(node.targets[0], node.fn, moved)

    def bilinear(self, node: Entry) -> None:
        """`inner(p, d)` and `scaled(c, p)`: linear in each of the two."""
        one, other = node.args
        terms: list[Atom] = []
        if self.is_active(one):
            terms.append(self.emit(node.fn, (self.tangent(one), other)))
        if self.is_active(other):
            terms.append(self.emit(node.fn, (one, self.tangent(other))))
        if len(terms) == 1:
            self.dots[node.targets[0]] = terms[0]
        else:
            self.set(node.targets[0], "add" if operation_of(node) == "inner" else "accumulate", tuple(terms))

    # ------------------------------------------------------------------------------------------------ rules

    def by_rule(self, node: Entry) -> None:
        rule = self.context.rule(node, tuple(map(self.facts.kind, node.args)))
        if isinstance(rule, Partials):
            self.elementwise(node, rule)
        elif isinstance(rule, Linear):
            self.linear(node, rule)
        elif isinstance(rule, Gradient):
            self.by_gradient(node, rule)
        elif not isinstance(rule, Nondifferentiable):
            path = node.fn.path if isinstance(node.fn, Ref) else "the function"
            reason = f"`{path}` has no derivative rule, and an active value reaches it"
            raise NoRuleError(reason, "give it a rule (rules=), or keep active values out", node.loc)

    def elementwise(self, node: Entry, rule: Partials) -> None:
        args = [*node.args, *(atom for _, atom in node.kwargs)]
        wanted = [i for i, atom in enumerate(args) if self.is_active(atom)]
        assert isinstance(node.fn, Ref)
        emitter = Emitter(self.out.append, self.fresh, node.loc)
        partials = partials_of(rule, node.fn.value, args, node.targets, wanted, emitter)
        singular = is_singular(rule, node)
        for k, target in enumerate(node.targets):
            if not self.is_active(target):
                continue
            terms = []
            for i, partial in zip(wanted, partials):
                part = partial[k] if isinstance(partial, tuple) else partial
                if part not in (Const(None), Const(0.0), Const(0)):
                    terms.append(self.term(part, self.tangent(args[i]), singular))
            self.sum(target, terms)

    def fresh(self, hint: str) -> str:
        name = self.names.fresh(hint)
        self.facts.kinds[Var(name)] = K.FLOAT
        return name

    def term(self, partial: Atom, dot: Atom, singular: bool) -> Atom:
        """partial * tangent, which is zero for a zero tangent even where the partial is infinite."""
        if partial in (Const(1.0), Const(1)):
            return dot
        kind = K.join(self.facts.kind(partial), self.facts.kind(dot))
        if partial == Const(-1.0):
            return self.emit("neg", (dot,), kind)
        if not singular:
            return self.emit("mul", (partial, dot), kind)
        if self.context.many:
            return self.emit("strong_product", (partial, dot), kind)
        target = Var(self.names.fresh("t"))
        self.facts.kinds[target] = kind
        self.out.append(guarded_product(self.names, self.out, partial, dot, target, self.loc))
        return target

    def sum(self, target: Var, terms: list[Atom]) -> None:
        """The tangent as the sum of its terms; the real part of them for a real variable."""
        total = terms[0] if terms else Const(0.0)
        for term in terms[1:]:
            kind = K.join(self.facts.kind(total), self.facts.kind(term))
            total = self.emit("add", (total, term), kind)
        if any(self.facts.kind(term) == K.COMPLEX for term in terms) and self.facts.kind(target) == K.FLOAT:
            self.set(target, "getattr", (total, Const("real")))
            return
        self.dots[target] = total

    def linear(self, node: Entry, rule: Linear) -> None:
        """The function itself, of the tangents of the arguments in which it is linear."""
        names = rule.signature.names
        wrt = [rule.signature.variadic or i >= len(names) or names[i] in rule.wrt for i in range(len(node.args))]
        args = tuple(self.tangent(atom) if moves else atom for atom, moves in zip(node.args, wrt))
        self.set(node.targets[0], node.fn, args)

    def by_custom(self, node: Entry, rule: CustomDerivative) -> None:
        custom = Custom(node, self.emit, node.loc)
        target = node.targets[0]
        if rule.tangent is not None:
            pair = custom.pushed(node.args, tuple(map(self.tangent, node.args)))
            self.out.append(Entry((target,), op("getitem"), (pair, Const(0)), (), node.loc))
            self.set(target, "getitem", (pair, Const(1)))
            return
        saved = Var(self.names.fresh("custom_saved"))
        self.out.append(custom.keeping(saved))
        partials = custom.pulled_back(saved, Const(1.0))
        terms = [
            self.term(partial, self.tangent(atom), False)
            for partial, atom in zip(partials, node.args)
            if self.is_active(atom)
        ]
        self.sum(target, terms)

    def by_gradient(self, node: Entry, rule: Gradient) -> None:
        kinds = tuple(map(self.facts.kind, node.args))
        emitter = Emitter(self.out.append, self.fresh, node.loc)
        lists = gradients_of(rule, kinds, list(node.args), node.targets[0], emitter)
        if rule.signature.variadic:
            dots: Atom = self.emit("list_of", tuple(map(self.tangent, node.args)))
            self.set(node.targets[0], "inner", (lists[0], dots))
            return
        terms: list[Atom] = [
            self.emit("inner", (partials, self.tangent(atom)))
            for atom, partials in zip(node.args, lists)
            if self.is_active(atom)
        ]
        self.sum(node.targets[0], terms)

    # ------------------------------------------------------------------------------------------------ calls

    def call(self, node: Entry) -> None:
        """A function of the module: its tangent function, which takes tangents after the arguments."""
        assert isinstance(node.fn, FunctionRef)
        facts = tuple(map(self.facts.fact, node.args))
        results = self.context.result_facts(node.fn.name, facts)
        if not any(varied for _, varied in results):
            self.out.append(node)
            return
        name = tangent_of(self.context, Signature(node.fn.name, facts))
        dots = tuple(self.tangent(atom) for atom, (_, varied) in zip(node.args, facts) if varied)
        targets = tuple(self.dot(t) if self.is_active(t) else self.unused() for t, f in zip(node.targets, results) if f[1])
        self.out.append(Entry((*node.targets, *targets), FunctionRef(name), (*node.args, *dots), (), node.loc))

    def dynamic(self, node: Entry) -> None:
        """A function that is known only when the program runs."""
        args = self.emit("tuple_of", node.args)
        dots = self.emit("tuple_of", tuple(map(self.tangent, node.args)))
        fn_dot = self.tangent(node.fn)  # type: ignore[arg-type]
        target = node.targets[0]
        entry = Entry(
            (target, self.dot(target)), self.context.dynamic("call_jvp"), (node.fn, fn_dot, args, dots), (), node.loc  # type: ignore[arg-type]
        )
        self.out.append(entry)

    def is_dynamic(self, fn: Ref) -> bool:
        return fn.path in ("call_fwd", "call_rev") and fn == self.context.dynamic(fn.path)

    def dynamic_rule(self, node: Entry) -> None:
        """The two halves of such a call, in a reverse sweep that is differentiated again."""
        assert isinstance(node.fn, Ref)
        ref = self.context.dynamic(f"{node.fn.path}_jvp")
        if node.fn.path == "call_fwd":
            function, *args = node.args
            packed = self.emit("tuple_of", tuple(args))
            dots = self.emit("tuple_of", tuple(map(self.tangent, args)))
            reads: tuple[Atom, ...] = (function, Const(None), packed, dots)
        else:
            saved, bar = node.args
            reads = (saved, self.tangent(saved), bar, self.tangent(bar))
        targets = (*node.targets, *(self.dot(target) for target in node.targets))
        self.out.append(Entry(targets, ref, reads, (), node.loc))

    def closure(self, node: Closure) -> None:
        """What a function as a value captures must not vary: its tangent has no place to be."""
        if self.is_active(node.target):
            raise captures_active(node)
        self.out.append(node)


def captures_active(node: Closure) -> UnsupportedValue:
    reason = "a function that reads active variables is kept as a value whose use is known only at run time"
    hint = "call it by its name, pass it to a function that calls it, or give it these values as arguments"
    return UnsupportedValue(reason, hint, node.loc)


def tangent_of(context: Context, key: Signature) -> str:
    """The name of the tangent function of a function for a kind of call, made when it is first asked for."""
    if key not in context.tangents:
        name = context.tangents[key] = context.new_name(f"{key.name}_jvp")
        function = context.functions[key.name]
        context.add(replace(function, name=name))
        moving = {i for i, (_, varied) in enumerate(key.facts) if varied}
        context.add(tangent_function(context, function, key.facts, name, moving, flat=True))
    return context.tangents[key]


def tangent_function(
    context: Context,
    function: Function,
    facts: tuple[Fact, ...],
    name: str,
    moving: set[int],
    flat: bool = False,
) -> Function:
    """The function with tangents of the chosen parameters after its own, that returns tangents after its results.

    With `flat` only the results that vary have a tangent, and all come in one tuple; otherwise the value comes first,
    then the tangent in the same structure.
    """
    known = context.facts_of(function, facts)
    names = context.names_for(function)
    tangents = Tangents(context, known, names)
    params = [Param(tangents.dot(function.params[i].var)) for i in sorted(moving)]
    results = function.body.results
    if flat:
        results = tuple(atom for atom, (_, varied) in zip(results, map(known.fact, results)) if varied)
        structure: Any = ("one",) * (len(function.body.results) + len(results))
    else:
        structure = (function.structure, function.structure)
    body = tangents.block(function.body, results)
    own = tuple(replace(p, default=None, kind="either") for p in function.params)
    return Function(name, (*own, *params), body, structure, function.doc, function.loc)
