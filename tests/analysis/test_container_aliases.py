"""What containers hold that have several names, or are parts of each other."""

from s2sad.analysis.container_aliases import ContainerAliases
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Entry, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.value_kinds import kind_of

A, B, ROW, T = Var("a"), Var("b"), Var("row"), Var("t")


def entries(*nodes):
    held = ContainerAliases()
    for node in nodes:
        held.entry(node, lambda atom: K.UNKNOWN if isinstance(atom, Var) else kind_of(atom.value))
    return held


def test_two_names_of_one_container():
    held = ContainerAliases()
    held.unite(A, B)
    held.put(A, K.FLOAT)
    assert held.of(B) == K.FLOAT
    assert held.of(Const(1.0)) == K.BOTTOM


def test_kinds_that_are_put_are_joined():
    held = ContainerAliases()
    held.put(A, K.INT)
    held.grown = False
    held.put(A, K.INT)
    assert not held.grown
    held.put(A, K.FLOAT)
    assert held.grown and held.of(A) == K.FLOAT


def test_uniting_joins_what_is_held():
    held = ContainerAliases()
    held.put(A, K.INT)
    held.put(B, K.FLOAT)
    held.unite(A, B)
    assert held.of(A) == held.of(B) == K.FLOAT
    held.grown = False
    held.unite(B, A)
    assert not held.grown


def test_parts_of_united_containers_are_united():
    held = ContainerAliases()
    one, other = held.content(A), held.content(B)
    held.put(one, K.INT)
    held.unite(A, B)
    assert held.find(one) == held.find(other)
    assert held.kinds[held.find(held.content(B))] == K.INT


def test_an_item_of_a_display():
    held = entries(Entry((A,), op("list_of"), (ROW,)), Entry((T,), op("getitem"), (A, Const(0))))
    held.put(ROW, K.FLOAT)
    assert held.of(T) == K.FLOAT


def test_a_slice_holds_the_same_as_the_whole():
    held = ContainerAliases()
    slice_kind = {Var("s"): K.SLICE}
    held.entry(Entry((B,), op("getitem"), (A, Var("s"))), lambda atom: slice_kind.get(atom, K.UNKNOWN))
    held.put(A, K.FLOAT)
    assert held.of(B) == K.FLOAT


def test_a_method_puts_its_argument():
    method = Var("insert")
    held = entries(
        Entry((method,), op("getattr"), (A, Const("insert"))), Entry((T,), method, (Const(0), ROW))
    )
    held.put(ROW, K.FLOAT)
    assert held.find(held.content(A)) == held.find(ROW)


def test_what_is_not_known_may_make_anything_a_part_of_anything():
    held = entries(Entry((T,), Ref("stranger", test_a_method_puts_its_argument), (A, B)))
    held.put(A, K.FLOAT)
    assert held.of(B) == held.of(T) == K.FLOAT
    assert held.find(held.content(A)) == held.find(A)


def test_what_is_only_shown_is_no_part_of_anything():
    shown = entries(Entry((), Ref("print", print), (A, B)))
    assert shown.find(A) != shown.find(B)
    assert shown.find(shown.content(A)) != shown.find(A)
