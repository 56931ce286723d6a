"""What facts tell of the memory that an atom comes from."""

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.outside_memory import memory_of
from s2sad.ir.nodes import Ref


def test_memory_is_that_of_the_value_at_hand():
    facts, arrays = Facts(), []
    for _ in range(50):
        arrays.append(np.ones(2))
        held = [arrays[-1]]  # gone after this iteration: another one may get its place
        assert facts.origins(Ref("held", held)) == memory_of(held)
        assert (False, id(arrays[-1])) in facts.origins(Ref("held", held))
