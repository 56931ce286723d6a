"""Places are taken out again: text in, text out, and both evaluate to the same."""

from s2sad.analysis.held_items import places_in
from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.items_in_place import with_items_in_place

TEXT = """function f(v)
    values = list_of
    xs = list_of
    k = len values
    append xs k
    append values v
    p = len values
    append xs p
    append values 3.0
    j = getitem xs 0
    w = getitem values j
    i = getitem xs 0
    u = getitem values i
    z = mul w u
    q = len values
    setitem xs 0 q
    append values z
    pop = getattr xs 'pop'
    last = pop
    y = getitem values last
    s = getitem xs 0
    r = getitem values s
    a = add r y
    return a
"""

IN_PLACE = """function f(v)
    xs = list_of
    append xs v
    append xs 3.0
    w = getitem xs 0
    z = mul w w
    setitem xs 0 z
    y = take_last xs
    r = getitem xs 0
    a = add r y
    return a
"""


def test_reads_writes_and_what_is_taken_off():
    function = parse_function(TEXT, {"len": len})
    facts = infer(function, ((K.FLOAT, True),), lambda fn: False, lambda name, args: ())
    made, holders, inert = with_items_in_place(function, facts, places_in(function, facts), Names)
    verify(made)
    assert print_function(made) == IN_PLACE
    assert evaluate(made, [0.5]) == evaluate(function, [0.5]) == 3.25
    assert {holder.name for holder in holders} == {"xs"} and not inert
