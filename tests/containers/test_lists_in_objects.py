"""Lists of numbers that are stored in objects and dicts which are followed: as they are, until somebody writes to them."""

import pytest

import s2sad


class Layer:
    def __init__(self, weights):
        self.weights = weights

    def of(self, x):
        return sum(w * v for w, v in zip(self.weights, x))

    def scale(self, factor):
        for i in range(len(self.weights)):
            self.weights[i] *= factor


def only_read(rows):
    layers = [Layer(row) for row in rows]
    total = 0.0
    for layer in layers:
        total += layer.of(rows[0]) ** 2
    return total


def written_through_the_object(rows):
    layers = [Layer(list(row)) for row in rows]
    layers[0].scale(2.0)
    return layers[0].of(rows[0]) + layers[1].of(rows[0])


def replaced(rows):
    layers = [Layer(row) for row in rows]
    total = 0.0
    for k in range(2):
        for layer in layers:
            layer.weights = [w + 0.1 * total for w in layer.weights]
            total += layer.of(rows[k])
    return total


def grown_after(rows):
    layers = []
    for row in rows:
        made = []
        for v in row:
            made.append(v * v)
        layers.append(Layer(made))
        made.append(3.0 * v)
    return sum(layer.of([1.0, 2.0, 3.0]) for layer in layers)


def one_list_in_two_objects(rows):
    shared = [2.0 * x for x in rows[0]]
    layers = [Layer(shared), Layer(shared)]
    shared[0] = rows[1][1]
    layers[0].weights[1] = layers[1].weights[0] * 3.0
    return layers[1].of(rows[1])


def history(rows):
    state, past = [2.0 * x for x in rows[0]], {}
    for k in range(3):
        past[k] = state
        state = state[:]
        state[0] = state[0] * rows[1][0] + state[1]
    return sum(each[0] * each[1] for each in past.values())


@pytest.mark.parametrize(
    "program",
    [only_read, written_through_the_object, replaced, grown_after, one_list_in_two_objects, history],
)
def test_all_modes(check, program):
    check(program, [[0.7, -0.4], [0.9, 0.3]])


def test_what_is_only_read_is_not_taken_apart():
    gradient = s2sad.grad(only_read)
    gradient([[0.7, -0.4], [0.9, 0.3]])
    assert "check_lists_apart" not in gradient.source and "weights_values.append(" in gradient.source
