"""What is known of one class of sites (`allocation_sites`), and what lowering a function came across of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from s2sad.ir import kinds as K


@dataclass
class Contents:
    """What is stored into the containers of a class of sites: the kind of it, whether any of it varies, and its keys.

    What nobody has asked for as yet may still grow: all would be lowered as it was. Most programs never ask of which kind
    the keys are.
    """

    kind: K.Kind = K.BOTTOM
    varied: bool = False
    keys: K.Kind = K.BOTTOM
    keys_are_asked: bool = False
    is_asked: bool = False


@dataclass
class Met:
    """What lowering came across: sites, classes of the user's, and whether it had to do with what is written."""

    sites: set[int] = field(default_factory=set)
    classes: set[type] = field(default_factory=set)
    written: bool = False

    def join(self, other: Met) -> None:
        self.sites |= other.sites
        self.classes |= other.classes
        self.written = self.written or other.written
