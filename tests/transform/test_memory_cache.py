"""What a function writes to is found once for each function, and anew for another one."""

from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.transform.memory_cache import Memories

WRITES = "function f(A, B, x)\n    u = mul A 2.0\n    store u 0 x\n    return u\n"
READS = "function f(A, x)\n    u = getitem A 0\n    return u\n"


def test_it_is_found_once():
    memories, function = Memories(), parse_function(WRITES, {})
    found = memories.where_written(function)
    assert memories.where_written(function) is found
    assert memories.where_written(parse_function(WRITES, {})) is not found


def test_what_is_found():
    memory = Memories().where_written(parse_function(WRITES, {}))
    assert memory.may_be_written(Var("u"))
    assert not memory.may_be_written(Var("B"))
    assert Memories().where_written(parse_function(READS, {})) is None


def test_pure_functions_write_to_nothing():
    function = parse_function("function f(A)\n    u = @g A\n    return u\n", {})
    assert Memories().where_written(function) is not None
    assert Memories(frozenset({"g"})).where_written(function) is None
