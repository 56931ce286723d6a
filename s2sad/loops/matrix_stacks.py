"""What `numpy.linalg` does with stacks of matrices, one matrix after the other.

t = np.linalg.inv stack        t = $np.empty shape
                               for i in range(n):
                                   part = getitem stack i
                                   store t i (np.linalg.inv part)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, For, Var
from s2sad.loops.words import Words


def _matrices(words: Words) -> Atom | None:
    """Of a stack of matrices a stack of others, which are as large as the last argument's."""
    if not _are_stacks(words):
        return None
    shape = words.emit("getattr", words.node.args[-1], Const("shape"))
    return _each(words, [words.emit(np.empty, shape, kind=K.array_kind(K.FLOAT, 3))])[0]


def _numbers(words: Words) -> Atom | None:
    """Of a stack of matrices a number of each."""
    return _each(words, [_line(words)])[0] if _are_stacks(words) else None


def _pairs_of_numbers(words: Words) -> Atom | None:
    """Of a stack of matrices two numbers of each."""
    if not _are_stacks(words):
        return None
    return words.sequence("tuple_of", *_each(words, [_line(words), _line(words)]))


def _are_stacks(words: Words) -> bool:
    kinds = [words.kind(atom) for atom in words.node.args]
    real = all(K.is_array(kind) and K.element(kind) == K.FLOAT and kind.ndim == 3 for kind in kinds)
    return real and not words.named


def _line(words: Words) -> Var:
    return words.emit(np.empty, words.length(words.node.args[0], 0), kind=K.array_kind(K.FLOAT, 1))


def _each(words: Words, made: list[Var]) -> list[Var]:
    """The arrays in which a loop stores what the function gives of each matrix."""
    facts, node = words.facts, words.node
    count = words.emit(range, words.length(node.args[0], 0))
    index = facts.fresh(Var("i"), K.INT)
    outer, facts.out = facts.out, []
    parts = [words.emit("getitem", atom, index, kind=K.array_kind(K.FLOAT, 2)) for atom in node.args]
    given = [facts.fresh(Var("t"), K.FLOAT) for _ in made]
    words.put(tuple(given), node.fn, tuple(parts), ())
    for array, value in zip(made, given):
        words.put((), "store", (array, index, value), ())
    body, facts.out = Block(tuple(facts.out), ()), outer
    facts.out.append(For((), index, count, (), (), body, loc=node.loc))
    return made


OF_STACKS: dict[Any, Callable[[Words], Atom | None]] = {
    np.linalg.inv: _matrices,
    np.linalg.cholesky: _matrices,
    np.linalg.solve: _matrices,
    np.linalg.det: _numbers,
    np.linalg.slogdet: _pairs_of_numbers,
}
