"""What facts tell of the memory that an atom comes from."""

import numpy as np
import pytest

import s2sad
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


OUTSIDE = np.ones(3)


def written_two_iterations_later(x):
    u, v = np.zeros(3), np.zeros(3)
    for _ in range(3):
        u[0] = x * u[1]
        u, v = v, OUTSIDE
    return np.sum(u)


def changed_while_two_names_go_round(x):
    u, v, w, s = x * 1.0, x * 2.0, x * 3.0, 0.0
    for i in range(4):
        s = s + np.sum(u * v) * w[0]
        u, v, w = v, w, u
        v[1] = s
        u[i % 2] *= 0.5
    return s + np.sum(u * w)


def test_what_a_name_is_two_iterations_later_is_known():
    with pytest.raises(s2sad.DifferentiationError, match="lives outside of the function"):
        s2sad.grad(written_two_iterations_later)(0.7)
    assert OUTSIDE.tolist() == [1.0, 1.0, 1.0]


def test_names_that_go_round_in_a_loop(check_modes):
    check_modes(changed_while_two_names_go_round, (np.array([0.3, 0.5, -0.4]),))


def functions_of_shape(r):
    return np.array([1.0 - r, r]), np.array([[1.0, -1.0], [0.5, r]])


def strains(x):
    (r,) = np.array([0.25])
    values, slopes = functions_of_shape(r)
    matrix = np.zeros((3, 2 * values.shape[0]))
    matrix[0, 0::2] = (slopes @ x)[0]
    matrix[1, 1::2] = values
    return np.sum(matrix * matrix)


def test_an_array_shares_nothing_with_that_whose_shape_it_has():
    s2sad.check_grads(strains, (np.array([[0.1, 0.4], [1.0, 0.3]]),), order=1)


def rows_by_a_list_as_index(x):
    table = np.outer(x, x)
    for axis in range(table.ndim):
        place = [slice(None)] * table.ndim
        place[axis] = 1
        table[tuple(place)] = table[tuple(place)] ** 2
    return np.sum(table**3)


class Register:
    def __init__(self, state):
        self.state = state

    def flip(self, control):
        place = [slice(None)] * 2
        place[control] = 1
        part = self.state[tuple(place)]
        self.state[tuple(place)] = np.flip(part, axis=0).copy()
        return self


def flipped_by_methods(x):
    return np.sum(Register(np.outer(x, x)).flip(0).flip(1).state ** 3 * np.arange(9.0).reshape(3, 3))


@pytest.mark.parametrize("f", [rows_by_a_list_as_index, flipped_by_methods])
def test_what_is_read_is_no_part_of_an_index(f):
    x, v, h = np.array([0.7, -0.4, 1.3]), np.array([0.3, 0.9, -0.5]), 1e-6
    wanted = (f(x + h * v) - f(x - h * v)) / (2 * h)
    assert s2sad.grad(f)(x) @ v == pytest.approx(wanted, rel=1e-6)
    assert s2sad.jvp(f, (x,), (v,))[1] == pytest.approx(wanted, rel=1e-6)
