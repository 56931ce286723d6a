"""Random programs of the Wengert list: nested loops and branches, carried values, effects, closures."""

import random

from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    UNDEFINED,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    If,
    Param,
    Ref,
    Try,
    Var,
    While,
)
from s2sad.ir.operations import op

HINTS = ["x", "y", "total", "t", "t", "t", "x_bar", "y_bar", "t_bar", "y_1"]
OPERATIONS = ["add", "sub", "mul", "add", "iadd", "isub"]


class Seen:
    """Remembers the order of calls with an effect."""

    def __init__(self):
        self.calls = []

    def probe(self, *args):
        self.calls.append(args)
        return len(self.calls) + sum(args) % 101


class Program:
    def __init__(self, seed: int, probe) -> None:
        self.random = random.Random(seed)
        self.names = Names(["p", "q", "log"])
        self.probe = Ref("probe", probe)
        self.log = Var("log")

    def function(self) -> Function:
        p, q = Var("p"), Var("q")
        head = (Entry((self.log,), op("list_of"), (p,)),)
        self.entries = self.random.randint(4, 28)
        body = self.block([p, q], 0)
        visible = [p, q, *self.defined(body)]
        count = self.random.randint(1, 4)
        results = tuple(self.pick(visible) for _ in range(count)) + (self.log,)
        return Function("f", (Param(p), Param(q)), Block(head + body, results), ("one",) * (count + 1))

    def defined(self, entries) -> list:
        return [
            v
            for e in entries
            for v in ((e.target,) if isinstance(e, Closure) else e.targets)
            if v not in self.hidden
        ]

    hidden: frozenset = frozenset()

    def var(self, hint=None) -> Var:
        return Var(self.names.fresh(hint or self.random.choice(HINTS)))

    def pick(self, visible):
        if self.random.random() < 0.12:
            return Const(self.random.randint(-3, 5))
        return self.random.choice(visible[-6:] if self.random.random() < 0.6 else visible)

    def block(self, visible, depth) -> tuple:
        visible = list(visible)
        out = []
        for _ in range(self.random.randint(1, 6 if depth else 12)):
            if self.entries <= 0:
                break
            self.entries -= 1
            made = self.node(visible, depth)
            for entry in made:
                out.append(entry)
                targets = (entry.target,) if isinstance(entry, Closure) else entry.targets
                visible += [v for v in targets if v not in self.hidden]
        return tuple(out)

    def node(self, visible, depth):
        kind = self.random.random()
        if depth < 4 and kind < 0.16:
            return [self.branch(visible, depth)]
        if depth < 3 and kind < 0.27:
            return self.for_loop(visible, depth)
        if depth < 3 and kind < 0.33:
            return [self.while_loop(visible, depth)]
        if kind < 0.36:
            return [self.attempt(visible, depth)]
        if kind < 0.40:
            return self.closure(visible)
        if kind < 0.46:
            return [Entry((), op("append"), (self.log, self.pick(visible)))]
        if kind < 0.52:
            return [Entry((self.var(),), op("getitem"), (self.log, Const(-1)))]
        if kind < 0.58:
            return [Entry((self.var(),), self.probe, (self.pick(visible), self.pick(visible)))]
        if kind < 0.60:
            index = self.var("t")
            return [
                Entry((index,), op("getitem"), (self.log, Const(0))),
                Entry((), op("setitem"), (self.log, Const(0), self.pick(visible))),
            ]
        return self.arithmetic(visible)

    def arithmetic(self, visible):
        t = self.var("t" if self.random.random() < 0.5 else None)
        first = Entry((t,), op(self.random.choice(OPERATIONS)), (self.pick(visible), self.pick(visible)))
        if self.random.random() < 0.5:
            return [first]
        return [first, Entry((self.var(),), op("mod"), (t, Const(1009)))]

    def carried(self, visible):
        count = self.random.randint(0, 3)
        hints = [self.random.choice(HINTS) for _ in range(count)]
        return (
            tuple(self.var(h) for h in hints),
            tuple(self.var(h) for h in hints),
            tuple(self.pick(visible) for _ in hints),
        )

    def results(self, entries, visible, count):
        every = [*visible, *self.defined(entries)]
        return tuple(self.pick(every) for _ in range(count))

    def branch(self, visible, depth):
        then, orelse = self.block(visible, depth + 1), self.block(visible, depth + 1)
        if self.random.random() < 0.2:
            orelse = ()
        targets = tuple(self.var() for _ in range(self.random.choice([0, 1, 1, 2, 3])))
        cond = self.random.choice(visible)
        return If(
            targets,
            cond,
            Block(then, self.results(then, visible, len(targets))),
            Block(orelse, self.results(orelse, visible, len(targets))),
        )

    def body(self, params, item, visible, depth, stops):
        inner = [*visible, *params, *item]
        entries = self.block(inner, depth + 1)
        results = self.results(entries, inner, len(params))
        if not stops:
            return Block(entries, results)
        branch = self.branch([*inner, *self.defined(entries)], depth + 1)
        flag = self.var("stop")
        branch = If(
            (*branch.targets, flag),
            branch.cond,
            Block(branch.then.entries, (*branch.then.results, Const(self.random.random() < 0.7))),
            Block(branch.orelse.entries, (*branch.orelse.results, Const(False))),
        )
        pool = [*inner, *self.defined(entries), *branch.targets[:-1]]
        results = tuple(self.pick(pool) for _ in params)
        return Block((*entries, branch), (*results, flag))

    def for_loop(self, visible, depth):
        trips = self.var("t")
        self.hidden = self.hidden | {trips}
        stops = self.random.random() < 0.4
        targets, params, inits = self.carried(visible)
        item = self.var()
        body = self.body(params, (item,), visible, depth, stops)
        numbers = Entry((trips,), Ref("range", range), (Const(self.random.randint(0, 3)),))
        return [numbers, For(targets, item, trips, params, inits, body, stops)]

    def while_loop(self, visible, depth):
        stops = self.random.random() < 0.4
        targets, params, inits = self.carried(visible)
        i, i_after, i_next, test = self.var("i"), self.var("i"), self.var("i"), self.var("t")
        body = self.body(params, (i,), visible, depth, stops)
        step = Entry((i_next,), op("add"), (i, Const(1)))
        head = Entry((test,), op("lt"), (i, Const(self.random.randint(0, 3))))
        noise = self.arithmetic([*visible, *params]) if self.random.random() < 0.3 else []
        body = Block((step, *body.entries), (i_next, *body.results))
        cond = Block((*noise, head), (test,))
        return While((i_after, *targets), (i, *params), (Const(0), *inits), cond, body, stops)

    def attempt(self, visible, depth):
        from s2sad.ir.nodes import Handler

        body = self.block(visible, depth + 2)
        t = self.var("t")
        body = (*body, Entry((t,), op("floordiv"), (Const(7), self.random.choice(visible))))
        handler = self.block(visible, depth + 2)
        targets = tuple(self.var() for _ in range(2))
        return Try(
            targets,
            Block(body, (self.results(body, visible, 1)[0], t)),
            (
                Handler(
                    Ref("ZeroDivisionError", ZeroDivisionError),
                    None,
                    Block(handler, self.results(handler, visible, 2)),
                ),
            ),
        )

    def closure(self, visible):
        own = self.var("w")
        t = self.var("t")
        captured = [v for v in (self.random.choice(visible) for _ in range(2))]
        body = Block(
            (
                Entry((t,), op("add"), (own, captured[0])),
                Entry((late := self.var("y"),), op("mul"), (t, captured[1])),
            ),
            (late,),
        )
        target = self.var("g")
        self.hidden = self.hidden | {target}
        made = Closure(target, Function("inner", (Param(own),), body), tuple(dict.fromkeys(captured)))
        call = Entry((self.var(),), target, (self.pick(visible),))
        between = self.arithmetic(visible)
        return [made, *between, call]


__all__ = ["Program", "Seen", "UNDEFINED"]
