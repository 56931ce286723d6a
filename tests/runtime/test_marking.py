"""How a function says what it means to the compiler."""

from s2sad.runtime.marking import mark, mark_transform


def test_marks():
    def function(x):
        return x

    mark(function, "checkpoint")
    mark_transform(function, "grad")
    assert (function.s2sad_marker, function.transform) == ("checkpoint", "grad")
