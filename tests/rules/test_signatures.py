"""Which calls a rule is for."""

import pytest

from s2sad.rules.signatures import signature_of


@pytest.mark.parametrize(
    ("define", "positional", "keywords", "fits"),
    [
        (lambda x, y: 0, 2, (), True),
        (lambda x, y: 0, 1, (), False),
        (lambda x, y: 0, 3, (), False),
        (lambda x, y: 0, 1, ("y",), True),
        (lambda x, y: 0, 2, ("y",), False),
        (lambda x, y: 0, None, (), False),
        (lambda x, y=1: 0, 1, (), True),
        (lambda x, y=1: 0, 0, ("y",), False),
        (lambda x, *, key=None: 0, 1, ("key",), True),
        (lambda x, *, key=None: 0, 1, ("default",), False),
        (lambda x, *, key=None, default: 0, 1, ("key",), False),
        (lambda x, *, key=None, default: 0, 1, ("default",), True),
        (lambda *x: 0, None, (), True),
        (lambda *x: 0, 0, (), True),
        (lambda *x, key=None: 0, 7, ("key",), True),
    ],
)
def test_calls_that_a_signature_fits(define, positional, keywords, fits):
    assert signature_of(define).fits(positional, keywords) is fits
