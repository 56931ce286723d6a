"""`scipy.signal`: what linear systems in continuous time answer, in time and in frequency.

A system is (numerator, denominator), (zeros, poles, gain) or the matrices (A, B, C, D).
"""

import numpy as np
import scipy.linalg
from scipy import signal

from s2sad.rules.declare import Sample, nondifferentiable, program
from s2sad.runtime.filters import turned_powers
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import in_form_of

_TRANSFER = ([0.5, 1.0], [2.0, 0.7, 1.3])
_STATES = (
    np.array([[-0.3, 1.2], [-1.0, -0.4]]),
    np.array([[0.5], [1.0]]),
    np.array([[1.0, 0.2]]),
    np.array([[0.1]]),
)
_T = np.linspace(0.0, 2.0, 6)
_U = np.sin(_T) + 0.3
_W = np.array([0.3, 1.2, 2.5])
CONSTANT = nondifferentiable("number", turned_powers)


def states_of(system):
    """The matrices of a system."""
    if len(system) == 4:
        a, b, c, d = system
        return np.asarray(a), np.asarray(b), np.asarray(c), np.asarray(d)
    if len(system) == 3:
        zeros, poles, gain = system
        return signal.tf2ss(gain * np.poly(zeros), np.poly(poles))
    if len(system) == 2:
        return signal.tf2ss(*system)
    raise NoDerivative(
        "an lti object has no derivative here: give (num, den), (zeros, poles, gain) or (A, B, C, D)"
    )


def steps_of(a, b, dt, interp):
    """How a state moves in one step: by itself, by what goes in at its beginning, and by what goes in at its end."""
    n, inputs = np.shape(b)
    top = [a * dt, b * dt] + ([np.zeros((n, inputs))] if interp else [])
    rows = [np.hstack(top)]
    if interp:
        rows.append(np.hstack([np.zeros((inputs, n + inputs)), np.eye(inputs)]))
    rows.append(np.zeros((inputs, n + (2 if interp else 1) * inputs)))
    moved = scipy.linalg.expm(np.transpose(np.vstack(rows)))
    begun = moved[n : n + inputs, :n]
    if not interp:
        return moved[:n, :n], begun, 0.0 * begun
    ended = moved[n + inputs :, :n]
    return moved[:n, :n], begun - ended, ended


def answer(matrices, given, times, begun, interp):
    """The outputs and the states at equal steps."""
    a, b, c, d = matrices
    if len(times) < 2:
        raise NoDerivative("a linear system has a derivative at two times or more")
    by_itself, by_first, by_last = steps_of(a, b, times[1] - times[0], interp)
    state = np.zeros(np.shape(a)[0]) if begun is None else np.asarray(begun)
    state = state @ scipy.linalg.expm(np.transpose(a) * times[0])
    states = [state]
    for i in range(1, len(times)):
        state = state @ by_itself + given[i - 1] @ by_first + given[i] @ by_last
        states.append(state)
    found = np.stack(states)
    return np.squeeze(found @ np.transpose(c)) + np.squeeze(given @ np.transpose(d)), np.squeeze(found)


def times_of(times):
    if times is None:
        raise NoDerivative("the times of a linear system's answer are chosen by its poles: give T=")
    return np.atleast_1d(np.asarray(times))


@program(
    signal.lsim,
    at=[(_TRANSFER, _U, _T), (_STATES, _U, _T, [0.3, 0.2], False), (_STATES, None, _T + 0.2, [0.3, 0.2])],
)
def lsim(system, U, T, X0=None, interp=True):
    """By exponentials of matrices"""
    matrices, times = states_of(system), times_of(T)
    inputs = np.shape(matrices[1])[1]
    given = np.zeros((len(times), inputs)) if U is None else np.reshape(np.asarray(U), (len(times), inputs))
    found, states = answer(matrices, given, times, X0, interp)
    return times, found, states


@program(signal.step, at=[Sample((_TRANSFER,), {"T": _T}), Sample((_STATES, [0.3, 0.2]), {"T": _T})])
def step(system, X0=None, T=None, N=None):
    """`lsim` of ones"""
    matrices, times = states_of(system), times_of(T)
    given = np.ones((len(times), np.shape(matrices[1])[1]))
    return times, answer(matrices, given, times, X0, False)[0]


@program(signal.impulse, at=[Sample((_TRANSFER,), {"T": _T}), Sample((_STATES,), {"T": _T})])
def impulse(system, X0=None, T=None, N=None):
    """`lsim` of nothing, from the state that the impulse leaves"""
    matrices, times = states_of(system), times_of(T)
    begun = matrices[1][:, 0] if X0 is None else matrices[1][:, 0] + np.asarray(X0)
    given = np.zeros((len(times), np.shape(matrices[1])[1]))
    return times, answer(matrices, given, times, begun, False)[0]


def transferred(system, at):
    """What a system makes of an oscillation."""
    if len(system) == 2:
        top, bottom = system
        return np.polyval(np.asarray(top), at) / np.polyval(np.asarray(bottom), at)
    if len(system) == 3:
        zeros, poles, gain = system
        top = np.prod(at[:, None] - np.asarray(zeros), axis=1)
        return gain * top / np.prod(at[:, None] - np.asarray(poles), axis=1)
    a, b, c, d = states_of(system)
    moved = np.linalg.solve(at[:, None, None] * np.eye(len(a)) - a, b + np.zeros((len(at), 1, 1)))
    return (c @ moved + d)[:, 0, 0]


def frequencies_of(w):
    if w is None:
        raise NoDerivative("the frequencies of a linear system's answer are chosen by its poles: give w=")
    return np.atleast_1d(np.asarray(w))


@program(signal.freqresp, at=[(_TRANSFER, _W), (([-0.5], [-0.3, -1.2], 2.0), _W), (_STATES, _W)])
def freqresp(system, w=None, n=10000):
    """At i w"""
    at = frequencies_of(w)
    return at, transferred(system, 1j * at)


@program(signal.bode, at=[(_TRANSFER, _W), (_STATES, _W)])
def bode(system, w=None, n=100):
    """Decibels and degrees of `freqresp`"""
    at = frequencies_of(w)
    found = transferred(system, 1j * at)
    angle = np.unwrap(np.arctan2(np.imag(found), np.real(found)))
    return at, 20.0 * np.log10(np.abs(found)), angle * 180.0 / np.pi


@program(signal.bilinear, at=[([0.5, 1.0], [2.0, 0.7, 1.3]), ([0.5, 1.0, 0.3], [2.0, 0.7, 1.3], 2.5)])
def bilinear(b, a, fs=1.0):
    """The quotient of the polynomials at 2 fs (z - 1) / (z + 1), with 1 at the front of the denominator"""
    top, bottom = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    if top[0] == 0.0 or bottom[0] == 0.0:
        raise NoDerivative("bilinear has a derivative where the first coefficients aren't 0")
    order = max(len(top), len(bottom)) - 1
    powers = in_form_of(turned_powers(order), [[0.0]])
    scale = (2.0 * fs) ** np.arange(order + 1)
    above = (top[::-1] * scale[: len(top)]) @ powers[: len(top)]
    below = (bottom[::-1] * scale[: len(bottom)]) @ powers[: len(bottom)]
    return above / below[0], below / below[0]
