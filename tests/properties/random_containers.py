"""Random statements with lists, tuples and dicts."""

from random_expressions import Expressions


class Containers(Expressions):
    def comprehension(self):
        name, item = self.name("xs"), self.name("e")
        kept, self.floats = self.floats, [*self.floats, item]
        text = self.bounded()
        self.floats = kept
        over = self.pick(self.lists)
        condition = self.pick(["", "", f" if {item} < 0.9 or {item} >= 0.9"])
        self.line(f"{name} = [{text} for {item} in {over}{condition}]")
        self.lists.append(name)

    def append(self):
        own = [name for name in self.lists if name.startswith("xs")]
        if own:
            self.line(f"{self.pick(own)}.append({self.bounded()})")
        else:
            name = self.name("xs")
            self.line(f"{name} = [{self.bounded()}, {self.bounded(1)}]")
            self.lists.append(name)

    def grow(self):
        """A list that a loop builds."""
        if not self.may_loop():
            return
        name, index = self.name("xs"), self.name("i")
        self.line(f"{name} = [{self.bounded()}]")
        self.lists.append(name)
        with self.inside(f"for {index} in range({self.pick(self.ints) if self.ints else 3}):"):
            self.ints.append(index)
            self.line(f"{name}.append({self.bounded()} + 0.5 * math.sin({name}[-1]))")
            self.body(2)
        self.line(f"{name} = [math.sin(v) for v in {name}]")

    def take_apart(self):
        items, one, rest = self.pick(self.lists), self.name(), self.name("xs")
        shape = self.pick(["{one}, *{rest} = {items}", "*{rest}, {one} = [*{items}, 0.5]"])
        self.line(shape.format(one=one, rest=rest, items=items))
        self.line(f"{rest} = {rest} + [{self.bounded(1)}]")
        self.floats.append(one)
        self.lists.append(rest)

    def rows(self):
        if not self.may_loop():
            return
        rows, row, item, total = self.name("rows"), self.name("row"), self.name("e"), self.name()
        one, other = self.pick(self.lists), self.pick(self.lists)
        self.line(f"{rows} = [{one}, [{self.bounded()}], {other}]")
        self.line(f"{total} = 0.0")
        with self.inside(f"for {row} in {rows}:"):
            with self.inside(f"for {item} in {row}:"):
                self.floats += [item, total]
                self.line(f"{total} = math.sin({total} + {self.bounded()})")
        self.floats.append(total)

    def alias(self):
        own = [name for name in self.lists if name.startswith("xs")]
        if own:
            name = self.name("xs")
            self.line(f"{name} = {self.pick(own)}")
            self.lists.append(name)

    def couples(self):
        """A list of pairs."""
        if not self.may_loop():
            return
        name, one, other, total = self.name("ps"), self.name("e"), self.name("e"), self.name()
        self.line(f"{name} = [({one}, {one} * {self.bounded(1)}) for {one} in {self.pick(self.lists)}]")
        self.line(f"{name}.append(({self.bounded(1)}, {self.bounded(1)}))")
        self.line(f"{total} = {self.bounded(1)}")
        with self.inside(f"for {one}, {other} in {name}:"):
            self.floats += [one, total]
            self.line(f"{total} = math.sin({total} + {other}) * {self.bounded()} * 0.5")
            self.body(2)
        self.floats.append(total)

    def dictionary(self):
        name, one, other = self.name("d"), self.name(), self.name()
        self.line(f"{name} = {{'a': {self.bounded(1)}, 'b': {self.bounded(1)}}}")
        self.line(f"{one} = {name}['a'] * 0.5 + {name}['b'] * 0.5")
        self.line(f"{other} = sum([v * v for v in {name}.values()]) * 0.25")
        self.floats += [one, other]

    def spend(self):
        """A list that is read for the last time before it is written to for the last time."""
        name, value, item = self.name("xs"), self.name(), self.name("e")
        made = self.pick(["[{one}, {other}]", "[{item} * {one} for {item} in {items}]", "list({items})"])
        terms = {
            "one": self.bounded(1),
            "other": self.bounded(1),
            "item": item,
            "items": self.pick(self.lists),
        }
        self.line(f"{name} = {made.format(**terms)}")
        read = self.pick(
            ["{0}[-1]", "{0}[0]", "sum([v * v for v in {0}]) / len({0})", "math.fsum({0}) / len({0})"]
        )
        self.line(f"{value} = math.sin({read.format(name)})")
        self.line(f"{name}.append({self.bounded(1)})")
        self.floats.append(value)

    def inner(self):
        """A list within another container, written to by one name and read by the other."""
        name, row, value = self.name("xs"), self.name("xs"), self.name()
        made, item = self.pick(
            [("[[{}], [{}]]", "0"), ("([{}], [{}])", "1"), ("{{'a': [{}], 'b': [{}]}}", "'b'")]
        )
        self.line(f"{name} = {made.format(self.bounded(1), self.bounded(1))}")
        if self.chance(0.5):
            self.line(f"{row} = {name}[{item}]")
            self.line(f"{row}.append({self.bounded(1)})")
        else:
            self.line(f"{name}[{item}].append({self.bounded(1)})")
        self.line(f"{value} = math.sin(sum({name}[{item}]) * {self.bounded(1)})")
        self.floats.append(value)
