"""What has no derivative, whatever reaches it."""

import pytest

import s2sad


def by_bits(x):
    values = [x, 5]  # of which one varies, and so all may
    flags = values[1] & 6 ^ 2
    flags <<= 1
    flags >>= ~values[1] & 1
    return values[0] ** (flags & 12)


@pytest.mark.parametrize("at", [0.7, 1.3])
def test_bits(at):
    power = (((5 & 6 ^ 2) << 1) >> (~5 & 1)) & 12
    assert power > 2 and by_bits(at) == pytest.approx(at**power)
    assert s2sad.grad(by_bits)(at) == pytest.approx(power * at ** (power - 1))
    assert s2sad.jvp(by_bits, (at,), (1.0,))[1] == pytest.approx(power * at ** (power - 1))
    assert s2sad.hvp(by_bits, (at,), (1.0,))[0] == pytest.approx(power * (power - 1) * at ** (power - 2))
