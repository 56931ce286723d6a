"""The main function of a derivative between the passes for machine code, with the facts that passes ask for."""

from __future__ import annotations

from s2sad.analysis.aliases import Facts
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.nodes import Function
from s2sad.loops.local_arrays import LocalArrays
from s2sad.transform.dead import remove_dead


class MachineStage:
    """`facts` stay valid from pass to pass: each adds those of its new variables. `arrays` are found again after a change."""

    def __init__(self, main: Function, facts: Facts, lengths: tuple[ArgumentLengths, ...]) -> None:
        self.main, self.facts, self.lengths = main, facts, lengths
        self.is_clean = False
        self._arrays: LocalArrays | None = None

    @property
    def arrays(self) -> LocalArrays:
        if self._arrays is None:
            self._arrays = LocalArrays(self.main, self.facts, self.lengths)
        return self._arrays

    def learn(self, facts: Facts) -> None:
        """Take facts that were inferred anew."""
        self.facts, self._arrays = facts, None

    def put(self, main: Function) -> None:
        """The function after a pass, which may leave dead entries."""
        if main != self.main:
            self.main, self._arrays, self.is_clean = main, None, False

    def clean(self, main: Function) -> None:
        """The function after a pass, without dead entries."""
        self.put(main)
        if not self.is_clean:
            self.put(remove_dead(self.main))
            self.is_clean = True
