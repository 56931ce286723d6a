"""Piecewise polynomials whose coefficients vary: `scipy.interpolate.PPoly`, and how interpolating ones come about.

Everything is arithmetic of the coefficients, the breakpoints, and the places where they are evaluated, so that derivatives by all
of them are right. Of values with two axes each column is a function of its own.
"""

from typing import Any

import numpy as np
import scipy.linalg

from s2sad.runtime.refusals import NoDerivative

Places = np.ndarray


class Piecewise:
    """`scipy.interpolate.PPoly`: `c[j, i]` are the coefficients of the i-th piece, that of the highest power first."""

    s2sad_record = True

    def __init__(self, c: Any, x: Any, extrapolate: Any = True) -> None:
        self.c = c
        self.x = x
        self.extrapolate = extrapolate

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        kept = self.extrapolate if extrapolate is None else extrapolate
        return pieces_at(sloped(self.c, nu), self.x, np.asarray(x), kept)

    def derivative(self, nu: int = 1) -> Any:
        return Piecewise(sloped(self.c, nu), self.x, self.extrapolate)

    def antiderivative(self, nu: int = 1) -> Any:
        found = self
        for _ in range(nu):
            found = Piecewise(risen(found.c, found.x), found.x, found.extrapolate)
        return found

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        whole = risen(self.c, self.x)
        check_periodic(self.extrapolate)
        return pieces_at(whole, self.x, np.asarray(b), True) - pieces_at(whole, self.x, np.asarray(a), True)


def pieces_at(c: Any, x: Any, at: Any, extrapolate: Any) -> Any:
    """The values of a piecewise polynomial."""
    if extrapolate == "periodic":
        at = x[0] + np.mod(at - x[0], x[-1] - x[0])
    places = piece_of(x, at)
    step = at - x[places]
    if np.ndim(c) > 2:
        step = step[..., None]
    found = c[0, places]
    for j in range(1, len(c)):
        found = found * step + c[j, places]
    if extrapolate is False:
        inside = is_inside(x, at)
        return np.where(inside[..., None] if np.ndim(c) > 2 else inside, found, np.nan)
    return found


def piece_of(x: Any, at: Any) -> Places:
    """The piece that each place is in; outside the first or the last one."""
    return np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)


def is_inside(x: Any, at: Any) -> Any:
    return (at >= x[0]) & (at <= x[-1])


def check_periodic(extrapolate: Any) -> None:
    if extrapolate == "periodic":
        raise NoDerivative(
            "the integral of a periodic spline is not differentiated: integrate within one period"
        )


def sloped(c: Any, nu: int) -> Any:
    """The coefficients of the derivative; of a negative order those of the antiderivative are asked for elsewhere."""
    if nu == 0:
        return c
    if nu < 0:
        raise NoDerivative("nu < 0 is not differentiated: use antiderivative()")
    if nu >= len(c):
        return 0.0 * c[:1]
    return falling(len(c), nu, np.ndim(c)) * c[: len(c) - nu]


def falling(count: int, nu: int, rank: int) -> Any:
    """The factors that powers get when they are differentiated so often."""
    powers = np.arange(count - 1, nu - 1, -1, dtype=float)
    factors = np.prod([powers - i for i in range(nu)], axis=0)
    return np.reshape(factors, (-1,) + (1,) * (rank - 1))


def risen(c: Any, x: Any) -> Any:
    """The coefficients of the antiderivative that is 0 at the first breakpoint."""
    inner = c / rising(len(c), np.ndim(c))
    step = np.diff(x)
    if np.ndim(c) > 2:
        step = step[:, None]
    ends = inner[0] * step
    for j in range(1, len(c)):
        ends = (ends + inner[j]) * step
    starts = np.cumsum(ends, axis=0) - ends
    return np.concatenate([inner, starts[None]])


def rising(count: int, rank: int) -> Any:
    return np.reshape(np.arange(count, 0, -1, dtype=float), (-1,) + (1,) * (rank - 1))


# ------------------------------------------------------------------------------------------------ interpolating ones


def hermite(x: Any, y: Any, slopes: Any) -> Any:
    """The coefficients of the cubic pieces with these values and slopes."""
    h = np.diff(x)
    if np.ndim(y) > 1:
        h = h[:, None]
    chord = np.diff(y, axis=0) / h
    bend = (slopes[:-1] + slopes[1:] - 2.0 * chord) / h
    return np.stack([bend / h, (chord - slopes[:-1]) / h - bend, slopes[:-1], y[:-1]])


def spline_slopes(x: Any, y: Any, start: Any, end: Any) -> Any:
    """The slopes at the breakpoints by which the second derivative is continuous; as SciPy sets up the equations."""
    h = np.diff(x)
    wide = h[:, None] if np.ndim(y) > 1 else h
    chord = np.diff(y, axis=0) / wide
    zero = np.zeros(1)
    middle = 2.0 * (h[:-1] + h[1:])
    inner = 3.0 * (wide[1:] * chord[:-1] + wide[:-1] * chord[1:])
    first, second, right = end_row(start, h[0], h[1], chord[0], chord[1], -0.5)
    last, before, side = end_row(end, h[-1], h[-2], chord[-1], chord[-2], 0.5)
    upper = np.concatenate([zero, np.reshape(second, (1,)), h[:-1]])
    diagonal = np.concatenate([np.reshape(first, (1,)), middle, np.reshape(last, (1,))])
    lower = np.concatenate([h[1:], np.reshape(before, (1,)), zero])
    sides = np.concatenate([right[None], inner, side[None]])
    return scipy.linalg.solve_banded((1, 1), np.stack([upper, diagonal, lower]), sides)


def end_row(how: Any, h: Any, next_h: Any, chord: Any, next_chord: Any, sign: float) -> tuple[Any, Any, Any]:
    """The equation at one end, its two coefficients and its right-hand side; `how` is a name, or (order, value)."""
    if how == "natural":
        return 2.0 * h, h, 3.0 * h * chord
    if how == "clamped":
        return h / h, h - h, chord - chord
    if isinstance(how, tuple):
        if how[0] == 1:
            return h / h, h - h, how[1] + (chord - chord)
        return 2.0 * h, h, sign * how[1] * h * h + 3.0 * h * chord
    both = h + next_h
    return next_h, both, ((h + 2.0 * both) * next_h * chord + h * h * next_chord) / both


def periodic_slopes(x: Any, y: Any) -> Any:
    """The same for a periodic spline."""
    h = np.diff(x)
    wide = h[:, None] if np.ndim(y) > 1 else h
    chord = np.diff(y, axis=0) / wide
    before, prior = np.roll(h, 1), np.roll(chord, 1, axis=0)
    wide_before = before[:, None] if np.ndim(y) > 1 else before
    matrix = (
        np.diag(2.0 * (h + before)) + np.roll(np.diag(h), -1, axis=1) + np.roll(np.diag(before), 1, axis=1)
    )
    inner = np.linalg.solve(matrix, 3.0 * (wide * prior + wide_before * chord))
    return np.concatenate([inner, inner[:1]])


def pchip_slopes(x: Any, y: Any) -> Any:
    """Fritsch & Butland, "A method for constructing local monotone piecewise cubic interpolants" (1984)"""
    h = np.diff(x)
    if np.ndim(y) > 1:
        h = h[:, None]
    chord = np.diff(y, axis=0) / h
    if len(x) == 2:
        return np.concatenate([chord, chord])
    flat = (np.sign(chord[1:]) != np.sign(chord[:-1])) | (chord[1:] == 0) | (chord[:-1] == 0)
    left, right = np.where(flat, 1.0, chord[:-1]), np.where(flat, 1.0, chord[1:])
    one, other = 2.0 * h[1:] + h[:-1], h[1:] + 2.0 * h[:-1]
    inner = np.where(flat, 0.0, (one + other) / (one / left + other / right))
    first = pchip_end(h[0], h[1], chord[0], chord[1])
    last = pchip_end(h[-1], h[-2], chord[-1], chord[-2])
    return np.concatenate([first[None], inner, last[None]])


def pchip_end(h: Any, next_h: Any, chord: Any, next_chord: Any) -> Any:
    slope = ((2.0 * h + next_h) * chord - h * next_chord) / (h + next_h)
    steep = (np.sign(chord) != np.sign(next_chord)) & (np.abs(slope) > 3.0 * np.abs(chord))
    return np.where(np.sign(slope) != np.sign(chord), 0.0, np.where(steep, 3.0 * chord, slope))


def akima_slopes(x: Any, y: Any, modified: bool) -> Any:
    """Akima, "A new method of interpolation and smooth curve fitting based on local procedures" (1970)"""
    h = np.diff(x)
    inner = np.diff(y, axis=0) / (h[:, None] if np.ndim(y) > 1 else h)
    before = 2.0 * inner[0] - inner[1]
    after = 2.0 * inner[-1] - inner[-2]
    ends = (2.0 * before - inner[0])[None], before[None], after[None], (2.0 * after - inner[-1])[None]
    m = np.concatenate([ends[0], ends[1], inner, ends[2], ends[3]])
    change = np.abs(np.diff(m, axis=0))
    if modified:
        change = change + 0.5 * np.abs(m[1:] + m[:-1])
    left, right = change[:-2], change[2:]
    both = left + right
    level = both <= 1e-9 * np.max(both)
    weighted = (right * m[1:-2] + left * m[2:-1]) / np.where(level, 1.0, both)
    return np.where(level, 0.5 * (m[3:] + m[:-3]), weighted)
