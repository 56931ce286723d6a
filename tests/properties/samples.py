"""Random programs of each kind by their number, with the point at which they are differentiated."""

import collections
import contextlib
import copy
import dataclasses
import functools
import itertools
import math
import random
import types

import numpy as np
import random_array_programs
import random_container_programs
import random_held_arrays
import random_items
import random_nested_programs
import random_nests
import random_objects
import random_programs
import random_settings
import random_sharing
import random_sweeps
import random_views
from agreement import NearKink, check_all_modes, loaded
from loops_in_python import loops_in_python
from program_checks import Check, Program

import s2sad
from s2sad.trees import leaves

MODULES = {
    "np": np,
    "math": math,
    "s2sad": s2sad,
    "itertools": itertools,
    "collections": collections,
    "contextlib": contextlib,
    "functools": functools,
    "dataclasses": dataclasses,
    "types": types,
}
VECTOR = np.array([0.9, 1.3, 0.4, 2.1, 1.7])


def check_arrays(seed):
    text = random_array_programs.Maker(seed).program()
    f = loaded(text, f"<array program {seed}>", MODULES)["f"]
    numbers = np.random.default_rng(seed)
    check_all_modes(f, (VECTOR, 0.83), (numbers.normal(size=5), float(numbers.normal())), text)


def check_containers(seed):
    text = random_container_programs.Maker(seed).program()
    f = loaded(text, f"<container program {seed}>", MODULES)["program"]
    check_all_modes(f, (0.71, -0.43), (0.8, -0.6), text)


def check_held(seed):
    text = random_held_arrays.Maker(seed).program()
    f = loaded(text, f"<held arrays {seed}>", MODULES)["program"]
    numbers = np.random.default_rng(seed)
    point = (np.array([0.9, -0.6, 0.4, 1.1]), 0.73)
    check_all_modes(f, point, (numbers.normal(size=4), float(numbers.normal())), text, rounding=1e-12)


def check_nested(seed):
    """Derivatives are rounded otherwise where they are a part of a program."""
    text = random_nested_programs.Maker(seed).program()
    f = loaded(text, f"<nested program {seed}>", MODULES)["f"]
    check_all_modes(f, (0.61, -0.37), (0.8, -0.6), text, rounding=1e-12)


def check_settings(seed):
    """One function, while what it reads changes between the calls."""
    maker = random_settings.Maker(seed)
    text = maker.program()
    space = loaded(text, f"<settings program {seed}>", MODULES)
    for number in range(4):
        try:
            check_all_modes(space["f"], (0.61, -0.37, space["o"]), (0.8, -0.6, None), text)
        except NearKink:
            continue
        change = maker.change()
        text += "# then\n" + change + "\n"
        space.update(loaded(change, f"<change {number} of settings program {seed}>", space))


def check_sweeps(seed):
    """Programs that leave the matrix are left out, as are those that blow up."""
    text = random_sweeps.Maker(seed).program()
    f = loaded(text, f"<sweep {seed}>", MODULES)["f"]
    point = (np.array([0.4, -0.7, 0.9, 0.3]), 0.83, 4, 2)
    try:
        f(*copy.deepcopy(point))
    except IndexError:
        raise NearKink from None
    numbers = np.random.default_rng(seed)
    check_all_modes(f, point, (numbers.normal(size=4), float(numbers.normal()), None, None), text)


def check_views(seed):
    text = random_views.Maker(seed).program()
    f = loaded(text, f"<views {seed}>", MODULES)["f"]
    numbers = np.random.default_rng(seed)
    matrix = np.array([[0.4, -0.95, 0.3, 1.1], [-0.6, 0.8, 0.5, -0.2], [0.9, 0.13, -1.2, 0.7]])
    point = (np.array([0.4, -0.7, 0.9, 0.3]), matrix, 0.83)
    direction = (numbers.normal(size=4), numbers.normal(size=(3, 4)), float(numbers.normal()))
    check_all_modes(f, point, direction, text, rounding=1e-12)


def check_items(seed):
    text = random_items.Maker(seed).program()
    f = loaded(text, f"<items {seed}>", MODULES)["f"]
    check_all_modes(f, (0.71, -0.43, 0.9), (0.8, -0.6, 0.5), text, rounding=1e-12)


def check_objects(seed):
    text = random_objects.Maker(seed).program()
    f = loaded(text, f"<objects {seed}>", MODULES)["f"]
    point = (0.71, -0.43)
    try:
        f(*point)
    except (ArithmeticError, LookupError, ValueError):
        raise NearKink from None
    check_all_modes(f, point, (0.8, -0.6), text, rounding=1e-12)


def check_sharing(seed):
    text = random_sharing.Maker(seed).program()
    f = loaded(text, f"<sharing {seed}>", MODULES)["f"]
    check_all_modes(f, (0.71, -0.43), (0.8, -0.6), text, rounding=1e-12)


def check_nests(seed):
    text = random_nests.Maker(seed).program()
    f = loaded(text, f"<nest {seed}>", MODULES)["f"]
    numbers = np.random.default_rng(seed)
    point = (0.6 * numbers.normal(size=(3, 3)), 0.7 * numbers.normal(size=3))
    check_all_modes(f, point, (numbers.normal(size=(3, 3)), numbers.normal(size=3)), text)


def check_scalars(seed):
    """Against duals, and after every stage."""
    writer = random.Random(seed)
    groups = writer.sample(list(random_programs.GROUPS), writer.randrange(1, 5))
    text = random_programs.Writer(writer, groups, writer.choice([3, 5, 8, 12])).module(
        writer.choice([1, 1, 1, 2])
    )
    items = [round(writer.uniform(-1.5, 1.5), 6) for _ in range(writer.randrange(1, 4))]
    point = (
        round(writer.uniform(-1.5, 1.5), 6),
        round(writer.uniform(-1.5, 1.5), 6),
        items,
        writer.randrange(5),
    )
    program = Program(text, point)
    try:
        check = Check(program, writer.choice(["folded", "flat"]))
        if not check.is_tame():
            raise NearKink
        check.all()
    finally:
        program.forget()


def check_compiled(seed):
    """The loops that Numba compiles, as Python runs them: as the derivative without them."""
    sweeps = seed % 3 == 0
    maker = random_sweeps.Maker(seed) if sweeps else random_array_programs.Maker(seed)
    text = maker.program()
    f = loaded(text, f"<compiled program {seed}>", MODULES)["f"]
    point = (np.array([0.4, -0.7, 0.9, 0.3]), 0.83, 4, 2) if sweeps else (VECTOR, 0.83)
    with np.errstate(all="ignore"), loops_in_python():
        try:
            wanted = s2sad.value_and_grad(f, (0, 1))(*copy.deepcopy(point))
        except (IndexError, ValueError, s2sad.DifferentiationError):
            raise NearKink from None
        found = s2sad.value_and_grad(f, (0, 1), jit=True)(*copy.deepcopy(point))
    for one, other in zip(leaves(found), leaves(wanted)):
        assert np.allclose(one.value, other.value, rtol=1e-7, atol=1e-9, equal_nan=True), text


CHECKS = {
    "compiled": check_compiled,
    "scalars": check_scalars,
    "arrays": check_arrays,
    "containers": check_containers,
    "held": check_held,
    "nested": check_nested,
    "nests": check_nests,
    "settings": check_settings,
    "sweeps": check_sweeps,
    "views": check_views,
    "items": check_items,
    "objects": check_objects,
    "sharing": check_sharing,
}
