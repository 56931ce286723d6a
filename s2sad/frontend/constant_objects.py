"""Objects of the user's classes in which nothing varies, and those that are made of constants.

These are followed too, since their methods may get active values. Where such an object goes elsewhere, the running program
makes it: by its constructor, if it is as that left it, or of its attributes.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Collection
from dataclasses import replace
from types import FunctionType

from s2sad.errors import DifferentiationError
from s2sad.frontend.abstract_values import Object, Value
from s2sad.frontend.call import Call
from s2sad.frontend.class_data import class_has
from s2sad.frontend.indexed_storage import is_indexed, site
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.new_objects import new_object
from s2sad.frontend.object_variables import attributes_of
from s2sad.frontend.paths import lower_side
from s2sad.frontend.queries import is_fixed
from s2sad.frontend.side_effects import is_outside
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import CLASSES
from s2sad.frontend.user_classes import is_generated
from s2sad.frontend.varying_values import value_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Entry, Node, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation, operation_of
from s2sad.ir.rewrite import walk
from s2sad.runtime.operations import object_of


def new_constant(lowering: Lowering, cls: type, call: Call) -> Value | None:
    """An object that is made of constants; None if its constructor does something that is seen outside."""
    init = lowering.lookup(cls, "__init__")
    is_plain = isinstance(init, FunctionType) or init is object.__init__
    if not is_plain or not call.is_known or hasattr(cls, "__enter__"):
        return None
    if lowering.program.sites.is_followed(site(lowering, call.node, cls.__name__)):
        return new_object(lowering, cls, call)
    state = lowering.env, lowering.dead, lowering.depth, lowering.handling, lowering.catching
    try:
        trial = lower_side(lowering, lambda: new_object(lowering, cls, call), lowering.env)
    except DifferentiationError:
        lowering.env, lowering.dead, lowering.depth, lowering.handling, lowering.catching = state
        return None
    kept, lowering.env = lowering.env, trial.env
    assert isinstance(trial.value, Object)
    fixed = all(is_fixed(lowering, each) for each in attributes_of(lowering, trial.value).values())
    lowering.env = kept
    if trial.dead or acts_outside(lowering, Block(tuple(trial.entries), ())):
        return None
    made = new_object(lowering, cls, call)
    assert isinstance(made, Object)
    if fixed:
        made.again.extend((call.args, call.kwargs, attributes_of(lowering, made)))
    return made


def acts_outside(lowering: Lowering, block: Block) -> bool:
    """Whether a constructor does something that is seen outside; to write to what it has made isn't, nor to raise."""
    nodes = list(walk(block))
    own = set(lowering.memories.values())
    own.update(target for node in nodes if makes_container(node) for target in node.targets)
    return any(isinstance(node, Entry) and is_outside(node) and not stays_inside(node, own) for node in nodes)


def stays_inside(entry: Entry, own: set[Var]) -> bool:
    """Whether an entry raises, or writes to what the constructor has made."""
    is_write = operation(entry).effect == Effect.WRITING
    return operation_of(entry) == "raise_" or (is_write and entry.args[0] in own)


def makes_container(node: Node) -> bool:
    if not isinstance(node, Entry):
        return False
    made_by = isinstance(node.fn, Ref) and any(node.fn.value is each for each in CLASSES)
    return made_by or operation(node).makes_container


def made_at_run_time(lowering: Lowering, value: Value, node: ast.AST | None, hint: str) -> Atom | None:
    """A dataclass in which nothing varies as an object of the running program; where that is only looked at, any object."""
    is_looked_at = lowering.program.sites.is_looked_at
    if isinstance(value, Object) and value.again and not is_looked_at:
        return made_again(lowering, value, node, hint)
    if not isinstance(value, Object) or value_varies(lowering, value):
        return None
    if not (dataclasses.is_dataclass(value.cls) or is_looked_at):
        return None
    known = attributes_of(lowering, value)
    named = tuple((name, materialise(lowering, held, node)) for name, held in known.items())
    if any(is_indexed(lowering, held) for _, held in named):  # which its class would know nothing of
        return None
    cls, kind = Ref(value.cls.__name__, value.cls), K.made_object(value.sites)
    if is_made_of_fields(lowering, value.cls, known):
        return emit(lowering, cls, (), node, hint, named, kind=kind, varied=False)
    made_of = {name: lowering.kind(held) for name, held in named}
    kind = replace(K.object_with(made_of), sites=value.sites)
    make = Ref("object_of", object_of)
    return emit(lowering, make, (cls,), node, hint, named, kind=kind, varied=False)


def is_made_of_fields(lowering: Lowering, cls: type, attributes: Collection[str]) -> bool:
    """Whether the constructor of a dataclass takes exactly these attributes, and does nothing more."""
    is_plain = dataclasses.is_dataclass(cls) and is_generated(lowering.lookup(cls, "__init__"))
    if not is_plain or class_has(cls, "__post_init__"):
        return False
    return set(attributes) == {field.name for field in dataclasses.fields(cls) if field.init}


def made_again(lowering: Lowering, value: Object, node: ast.AST | None, hint: str) -> Atom | None:
    """An object that is as it was made, made by the running program."""
    args, kwargs, before = value.again
    now = attributes_of(lowering, value)
    if now.keys() != before.keys() or any(now[name] is not item for name, item in before.items()):
        return None
    atoms = tuple(materialise(lowering, argument, node) for argument in args)
    named = tuple((name, materialise(lowering, item, node)) for name, item in kwargs.items())
    lowering.makers |= value.sites
    cls = Ref(value.cls.__name__, value.cls)
    return emit(lowering, cls, atoms, node, hint, named, kind=K.made_object(value.sites), varied=False)
