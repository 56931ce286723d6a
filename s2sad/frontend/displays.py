"""Displays: tuples, lists, sets, dicts and f-strings, kept apart in their items as far as these are known."""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.expressions import Expressions
from s2sad.frontend.values import CALLABLES, Lazy, Object, Once, Sequence, Table, Value
from s2sad.ir.nodes import Atom, Const, Ref, Var


class Displays(Expressions):
    def items(self, nodes: list[ast.expr]) -> list[Value] | None:
        """The items of a display, or None if one is spread whose length isn't known."""
        found: list[Value] = []
        hints, self.unpacking = self.unpacking, None
        for node, hint in zip(nodes, hints or ["t"] * len(nodes)):
            if isinstance(node, ast.Starred):
                items = self.known_items(self.expr(node.value))
                if items is None:
                    return None
                found += items
            else:
                value = self.expr(node, hint)
                found.append(self.kept(value, node) if hints is None else value)
        return found

    def kept(self, value: Value, node: ast.AST) -> Value:
        """A list or dict within another container is an object: it may be reached by another name, and grow."""
        if isinstance(value, Table):
            items = tuple(value.items.values())
        elif isinstance(value, Sequence) and value.kind == "list":
            items = value.items
        else:
            return value
        return value if any(isinstance(item, CALLABLES) for item in items) else self.materialise(value, node)

    def known_items(self, value: Value) -> list[Value] | None:
        if isinstance(value, Object):
            value = self.iterated(value, None)
        if isinstance(value, Once) and not isinstance(value, Lazy):
            value = self.used_up(value, None)
        if isinstance(value, Sequence):
            return list(value.items)
        if isinstance(value, Table):
            return [Const(key) for key in value.items]
        if not isinstance(value, Var):
            return None
        kind = self.kind(value)
        if kind.name != "tuple" or kind.fields is None:
            return None
        return [
            self.emit("getitem", (value, Const(i)), None, kind=item) for i, item in enumerate(kind.fields)
        ]

    def expr_Tuple(self, node: ast.Tuple, hint: str) -> Value:
        return self.display(node, "tuple", hint)

    def expr_List(self, node: ast.List, hint: str) -> Value:
        return self.display(node, "list", hint)

    def display(self, node: Any, kind: str, hint: str) -> Value:
        items = self.items(node.elts)
        if items is not None:
            return Sequence(tuple(items), kind)
        joined: Atom | None = None
        for element in node.elts:
            part = self.spread_part(element)
            joined = part if joined is None else self.emit("add", (joined, part), node, hint)
        assert joined is not None
        if kind == "list":
            return joined
        return self.emit(Ref("tuple", tuple), (joined,), node, hint)

    def spread_part(self, node: ast.expr) -> Atom:
        """A part of a display that is joined at run time, as a list."""
        if isinstance(node, ast.Starred):
            return self.emit(Ref("list", list), (self.atom(node.value),), node)
        return self.emit("list_of", (self.atom(node),), node)

    def expr_Set(self, node: ast.Set, hint: str) -> Value:
        items = tuple(self.atom(element) for element in node.elts)
        if self.varies(*items):
            raise self.refusal(node, "a set of active values", "use a list: a set merges equal numbers")
        return self.emit("set_of", items, node, hint)

    def expr_Dict(self, node: ast.Dict, hint: str) -> Value:
        table: dict[Any, Value] = {}
        flat: list[Atom] = []
        static = True
        for key, value in zip(node.keys, node.values):
            if key is None:
                merged = self.expr(value)
                if not isinstance(merged, Table):
                    return self.merged_dict(node, hint)
                table.update(merged.items)
                continue
            name = self.expr(key)
            if isinstance(name, Var) and self.varies(name):
                raise self.refusal(
                    key, "an active value is the key of a dict", "use keys that don't depend on it"
                )
            item = self.kept(self.expr(value), value)
            static = static and isinstance(name, Const)
            if isinstance(name, Const):
                table[name.value] = item
            flat += [self.materialise(name, node), self.materialise(item, node)] if not static else []
        if static:
            return Table(table)
        before = [a for k, v in table.items() for a in (Const(k), self.materialise(v, node))]
        return self.emit("dict_of", tuple(before[: 2 * len(node.keys) - len(flat)] + flat), node, hint)

    def merged_dict(self, node: ast.Dict, hint: str) -> Value:
        """`{**table, key: value}` with keys that are known only at run time: a dict that is updated."""
        sites = self.site(node, hint)
        self.follow(sites)
        made = self.display_of_places("dict_of", (), node, hint, sites)
        for key, value in zip(node.keys, node.values):
            if key is None:
                self.put_all(made, self.expr(value), node)
            else:
                self.put_item(made, self.atom(key), self.expr(value), node)
        return made

    def put_all(self, base: Var, other: Value, node: ast.AST) -> None:
        raise AssertionError  # with the methods of containers

    def put_item(self, container: Atom, index: Atom, value: Value, node: ast.AST) -> None:
        raise AssertionError  # with the statements

    def expr_JoinedStr(self, node: ast.JoinedStr, hint: str) -> Value:
        parts: list[Atom] = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(Const(part.value))
                continue
            assert isinstance(part, ast.FormattedValue)
            spec = self.atom(part.format_spec) if part.format_spec else Const("")
            conversion = Const(chr(part.conversion) if part.conversion > 0 else "")
            parts.append(self.emit("format_of", (self.atom(part.value), conversion, spec), node))
        return self.emit("text_of", tuple(parts), node, hint)
