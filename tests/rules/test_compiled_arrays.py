"""NumPy's functions that are compiled as programs: the values are NumPy's."""

import numpy as np
import pytest

import s2sad
from s2sad.rules import compiled_arrays
from s2sad.rules.book import for_machine_code, rules_in, standard

RULES = rules_in(compiled_arrays)


@pytest.mark.parametrize("rule", RULES, ids=[rule.name for rule in RULES])
def test_values(rule):
    for sample in rule.at:
        for function in rule.functions:
            wanted = function(*sample.args, **sample.kwargs)
            found = rule.define(*sample.args, **sample.kwargs)
            pairs = [(found, wanted)] if isinstance(found, (float, np.ndarray)) else zip(found, wanted)
            for one, other in pairs:
                assert np.shape(one) == np.shape(other) and np.allclose(one, other, rtol=1e-12)


def test_several_places_are_refused():
    with pytest.raises(s2sad.DifferentiationError, match="an end of a slice is an array"):
        s2sad.grad(lambda x: np.sum(np.insert(x, np.array([1]), 2.0)), jit=True)(np.ones(4))


def test_only_machine_code_has_them():
    assert not any(rule.compiled for rule in standard() if hasattr(rule, "compiled"))
    assert set(RULES) <= set(for_machine_code())
