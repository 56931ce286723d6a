"""Arrays in dicts of dicts, as parameters of layers are held."""

import numpy as np
import pytest

import s2sad


def layers_by_name(params, x):
    """Layers in a dict of dicts, gone through by their names."""
    for name in params:
        x = np.tanh(params[name]["W"] @ x + params[name]["b"])
    return np.sum(x * x)


def layers_by_values(params, x):
    for layer in params.values():
        x = np.tanh(layer["W"] @ x + layer["b"])
    return np.sum(x * x)


def sums_by_key(params, x):
    sums = {key: np.sum(params[key]["W"] @ x) for key in params}
    return sums["first"] * sums["second"]


@pytest.mark.parametrize("fun", [layers_by_name, layers_by_values, sums_by_key], ids=lambda fun: fun.__name__)
def test_arrays_in_a_dict_of_dicts(fun):
    rng = np.random.default_rng(2)
    params = {key: {"W": rng.normal(size=(2, 2)), "b": rng.normal(size=2)} for key in ("first", "second")}
    x = rng.normal(size=2)
    found = s2sad.grad(fun)(params, x)
    for key, layer in params.items():
        for name, array in layer.items():
            for place in np.ndindex(array.shape):
                before = array[place]
                array[place] = before + 1e-6
                above = fun(params, x)
                array[place] = before - 1e-6
                below = fun(params, x)
                array[place] = before
                assert found[key][name][place] == pytest.approx((above - below) / 2e-6, rel=1e-6, abs=1e-8)


def test_a_number_beside_an_array_that_is_written_under_two_names():
    def f(x, y):
        state = {"v": x, "a": np.array([x, 0.2])}
        other = state
        other["a"][1] += y
        return other["v"] * y

    with pytest.raises(ValueError, match="a number comes out of a container with arrays"):
        s2sad.grad(f, (0, 1))(0.5, 0.7)
