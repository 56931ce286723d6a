"""Classes of objects that may be the same one, and of what these hold.

    b is another name of a          the classes of a and b become one, and so do those of what they hold
    r is an item of a               the class of r is that of what a holds

A class is a number; `find` tells the one that stands for all it was united with (Tarjan, 1975).
"""

from __future__ import annotations


class ObjectClasses:
    def __init__(self) -> None:
        self.parent: list[int] = []
        self.held: list[int] = []  # the class of what the objects of a class hold; -1: not known to hold any

    def new(self) -> int:
        number = len(self.parent)
        self.parent.append(number)
        self.held.append(-1)
        return number

    def find(self, one: int) -> int:
        parent = self.parent
        while parent[one] != one:
            parent[one] = one = parent[parent[one]]
        return one

    def unify(self, one: int, other: int) -> None:
        one, other = self.find(one), self.find(other)
        while one != other:
            self.parent[other] = one
            inside, moved = self.held[one], self.held[other]
            if inside == -1:
                self.held[one] = moved
            if inside == -1 or moved == -1:
                return
            one, other = self.find(inside), self.find(moved)

    def contents(self, one: int) -> int:
        """The class of what the objects of a class hold."""
        one = self.find(one)
        if self.held[one] == -1:
            self.held[one] = self.new()
        return self.find(self.held[one])

    def chain(self, start: int) -> list[int]:
        """The class, that of what its objects hold, and so on."""
        one = self.find(start)
        found = [one]
        while self.held[one] != -1:
            one = self.find(self.held[one])
            if one in found:
                break
            found.append(one)
        return found
