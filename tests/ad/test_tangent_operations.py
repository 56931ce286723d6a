"""Tangents of containers: what is done to a list is done to the list of its tangents."""

import s2sad


def appended(x):
    values = [x]
    for _ in range(3):
        values.append(values[-1] * x)
    return values[3] + values[1]


def taken(x):
    values = [x, x * x, 3.0, x**3]
    last = values.pop()
    first = values.pop(0)
    return last * first + values[1] + len(values)


def inserted(x):
    values = [x, 2.0]
    values.insert(1, x * x)
    values.reverse()
    values[0] = values[1] * x
    return values[0] + 10.0 * values[2]


def joined(x):
    values = [x, 1.0] + [x * x] * 2
    del values[1]
    return sum(values) + values[-1]


def of_a_dict(x):
    held = {"a": x, "b": 2.0}
    held["b"] = held["a"] * x
    held.update(c=held["b"] * x)
    return held["c"] + held.pop("a")


SLOPES = {
    appended: lambda x: 4 * x**3 + 2 * x,
    taken: lambda x: 4 * x**3,
    inserted: lambda x: 3 * x**2 + 10.0,
    joined: lambda x: 1.0 + 6.0 * x,
    of_a_dict: lambda x: 3 * x**2 + 1.0,
}


def test_tangents_are_the_known_ones():
    for function, slope in SLOPES.items():
        value, tangent = s2sad.jvp(function, (0.7,), (2.0,))
        assert abs(value - function(0.7)) < 1e-14, function
        assert abs(tangent - 2.0 * slope(0.7)) < 1e-12, function
