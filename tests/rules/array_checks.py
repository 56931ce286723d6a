"""Checks of the rules for arrays by calling them as what they are, ordinary functions.

The tangent is compared with central differences, and the cotangents with the tangent: <out_bar, dy> = <x_bar, dx>.
"""

import inspect

import numpy as np

from s2sad.rules.declare import Bilinear, Linear, Sample


def leaves(value):
    """The arrays in a structure of lists and tuples, in order; None for what has no derivative."""
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def moved(value, dot, h):
    """value + h * dot, in the structure of the value."""
    if isinstance(value, (list, tuple)):
        return type(value)([moved(v, d, h) for v, d in zip(value, dot)])
    return np.array(value + h * dot) if isinstance(value, np.ndarray) else value + h * dot


def random_like(value, rng):
    """A random tangent or cotangent in the structure of a value; zero for what is not of floating point."""
    if isinstance(value, (list, tuple)):
        return [random_like(item, rng) for item in value]
    shape, dtype = np.shape(value), np.asarray(value).dtype
    if not np.issubdtype(dtype, np.inexact):
        return np.zeros(shape)
    if np.iscomplexobj(value):
        return rng.normal(size=shape) + 1j * rng.normal(size=shape)
    return rng.normal(size=shape)


def bound(rule, sample):
    """The positional arguments of a sample, and what it names, as the rule's `define` takes them."""
    names = rule.signature.names
    args = list(sample.args)
    kwargs = dict(sample.kwargs)
    for name in names[len(args) :]:
        if name not in kwargs:
            break
        args.append(kwargs.pop(name))
    return args, kwargs


def inner(one, other):
    """The real part of the sum of products, without conjugation: the pairing that JAX's convention preserves."""
    total = 0.0
    for a, b in zip(leaves(one), leaves(other), strict=True):
        if a is not None and b is not None:
            total = total + np.sum(np.asarray(a) * np.asarray(b)).real
    return total


def places_of(rule, args):
    names = rule.signature.names
    return [i for i in range(len(args)) if i < len(names) and names[i] in rule.wrt]


def difference(function, sample, place, dot):
    """The change of the value along a tangent of one argument, by extrapolated central differences."""

    def at(h):
        args = list(sample.args)
        names = [*inspect.signature(function).parameters] if place >= len(args) else []
        if place < len(args):
            args[place] = moved(args[place], dot, h)
            return function(*args, **sample.kwargs)
        return function(*args, **{**sample.kwargs, names[place]: moved(sample.kwargs[names[place]], dot, h)})

    def slope(h):
        return [(np.asarray(a) - np.asarray(b)) / (2 * h) for a, b in zip(leaves(at(h)), leaves(at(-h)))]

    return [(4.0 * fine - rough) / 3.0 for rough, fine in zip(slope(1e-3), slope(5e-4))]


def tangent_by_rule(rule, function, args, kwargs, sample, place, dot):
    """What the rule says is the change of the value, for a tangent of one argument."""
    if isinstance(rule, (Linear, Bilinear)):
        changed = [dot if i == place else a for i, a in enumerate(args)]
        if isinstance(rule, Linear):
            changed = [
                (
                    np.array(dot)
                    if i == place and isinstance(a, np.ndarray)
                    else dot if i == place else zeros(a) if i in places_of(rule, args) else a
                )
                for i, a in enumerate(args)
            ]
            kwargs = {k: 0.0 if k in rule.wrt else v for k, v in kwargs.items()}
        return function(*changed, **kwargs)
    places = places_of(rule, args)
    dots = [dot if i == place else zeros(args[i]) for i in places]
    terms = rule.push(*dots, *args, **kwargs, out=function(*args, **kwargs))
    return terms[places.index(place)] if len(rule.wrt) > 1 else terms


def zeros(value):
    if isinstance(value, (list, tuple)):
        return type(value)([zeros(item) for item in value])
    return np.zeros_like(value, dtype=np.result_type(np.asarray(value).dtype, np.float32))


def cotangents_by_rule(rule, function, args, kwargs, out_bar, out):
    extra = {} if isinstance(rule, (Linear, Bilinear)) else {"out": out}
    found = rule.define(out_bar, *args, **kwargs, **extra)
    return found if len(rule.wrt) > 1 else (found,)


def of_method(function, sample):
    """The sample with an array in the place of a number, if the function is a method."""
    if getattr(function, "__objclass__", None) is not np.ndarray:
        return sample
    return Sample((np.array(sample.args[0]), *sample.args[1:]), sample.kwargs)


def check_rule(rule, function, sample):
    """Assert that a rule's tangent and cotangents are right at a sample, in every argument."""
    rng = np.random.default_rng(7)
    sample = of_method(function, sample)
    args, kwargs = bound(rule, sample)
    out = function(*args, **kwargs)
    out_bar = random_like(out, rng)
    if isinstance(out, tuple):
        out_bar = tuple(out_bar)
    cotangents = cotangents_by_rule(rule, function, args, kwargs, out_bar, out)
    names = rule.signature.names
    for place in places_of(rule, args):
        dot = random_like(args[place], rng)
        expected = difference(function, sample, place, dot)
        pushed = tangent_by_rule(rule, function, args, kwargs, sample, place, dot)
        for one, other in zip(leaves(pushed), expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=2e-5, atol=1e-7, err_msg=f"tangent of {names[place]}")
        cotangent = cotangents[rule.wrt.index(names[place])]
        for bar, value in zip(leaves(cotangent), leaves(args[place]), strict=True):
            if bar is not None:
                assert np.shape(bar) == np.shape(value), f"cotangent of {names[place]}"
        one, other = inner(out_bar, pushed), inner(cotangent, dot)
        np.testing.assert_allclose(other, one, rtol=1e-9, atol=1e-9, err_msg=f"cotangent of {names[place]}")
