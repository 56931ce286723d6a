"""Arrays are looked at again after a step that changes the function; what nothing reads goes where that is asked for."""

from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.parser import parse_function
from s2sad.loops.machine_stage import MachineStage

TEXT = """function f(x)
    t = mul x x
    s = add x {number}
    return s
"""


def function_of(number):
    return parse_function(TEXT.format(number=number), {})


def stage_of(number):
    function = function_of(number)
    return MachineStage(
        function, infer(function, ((K.FLOAT, True),), lambda fn: False, lambda name, args: ()), (None,)
    )


def test_the_arrays_of_a_function_that_stays():
    stage = stage_of(1.0)
    arrays = stage.arrays
    stage.put(function_of(1.0))
    assert stage.arrays is arrays
    stage.put(function_of(2.0))
    assert stage.arrays is not arrays and stage.main == function_of(2.0)


def test_what_nothing_reads():
    stage = stage_of(1.0)
    stage.put(function_of(2.0))
    assert len(stage.main.body.entries) == 2
    stage.clean(stage.main)
    assert [entry.targets[0].name for entry in stage.main.body.entries] == ["s"]
    cleaned = stage.main
    stage.clean(cleaned)
    assert stage.main is cleaned


def test_other_facts():
    stage = stage_of(1.0)
    arrays, facts = stage.arrays, stage_of(1.0).facts
    stage.learn(facts)
    assert stage.facts is facts and stage.arrays is not arrays
