"""What a command runs of the user's code is the import of the file, and nothing else."""

import pytest

import s2sad

MODEL = """
import dataclasses, enum, functools, math
import numpy as np

RAN = []

def say(what):
    RAN.append(what)
    return 2.0

class Descriptor:
    def __get__(self, instance, owner):
        return say("descriptor")

class Box:
    w = 2.0
    d = Descriptor()

    @property
    def area(self):
        return say("property")

    @functools.cached_property
    def kept(self):
        return say("cached property")

    def scaled(self, x: float):
        return x * self.area * self.w

    def __getattr__(self, name):
        if name == "lazy":
            return say("__getattr__ lazy")
        say("__getattr__")
        raise AttributeError(name)

    def __eq__(self, other):
        say("__eq__")
        return self is other

    def __hash__(self):
        return int(say("__hash__"))

    def __bool__(self):
        return bool(say("__bool__"))

    def __len__(self):
        return int(say("__len__"))

    def __iter__(self):
        return iter([say("__iter__")])

    def __repr__(self):
        return str(say("__repr__"))

    def __float__(self):
        return say("__float__")

    def __call__(self, x):
        say("__call__")
        return x * 2.0

class Lists(list):
    def __iter__(self):
        return iter([say("Lists.__iter__")])

    def __getitem__(self, key):
        return say("Lists.__getitem__")

class Dicts(dict):
    def __getitem__(self, key):
        return say("Dicts.__getitem__")

    def __iter__(self):
        return iter([say("Dicts.__iter__")])

class Parameters:
    def __class_getitem__(cls, item):
        say("__class_getitem__")
        return cls

@dataclasses.dataclass
class Record:
    a: "say('field')"
    b: float = 1.0

box, lists, dicts = Box(), Lists([1.0]), Dicts(a=1.0)

def text(x: "say('annotation')"): return x * x
def parameters(x: "Parameters[say('parameter')]", y: float): return y * y
def attribute(x: "box.area", y: float): return y * y
def an_object(x: box, y: float): return y * y
def record(r: Record, x: float): return r.b * x
def is_property(x: float): return x * box.area
def is_cached(x: float): return x * box.kept
def is_descriptor(x: float): return x * box.d
def is_lazy(x: float): return x * box.lazy
def is_equal(x: float): return x * 2.0 if box == 3 else x
def is_true(x: float): return x * 2.0 if box else x
def is_in(x: float): return x * 2.0 if box in (1, 2) else x
def is_key(x: float): return {box: 2.0}[box] * x
def has_length(x: float): return x * len(box)
def is_number(x: float): return x * float(box)
def is_said(x: float): return x if f"{box}" else 2.0 * x
def is_called(x: float): return box(2.0) * x
def is_default(x: float, b=box): return x * 2.0
def is_list(x: float): return sum(v * x for v in lists)
def is_dict(x: float): return dicts["a"] * x
def is_asked(x: float): return x * getattr(box, "area") if hasattr(box, "area") else x
scaled = box.scaled
partial = functools.partial(is_default, b=box)
"""
NAMES = [line.partition("(")[0][4:] for line in MODEL.splitlines() if line.startswith("def ")][1:]


@pytest.mark.parametrize("name", [*NAMES, "scaled", "partial", "box.scaled"])
@pytest.mark.parametrize("command", ["emit", "beside", "wengert", "stages", "report"])
def test_nothing_is_run_beyond_the_import(run, tmp_path, command, name):
    file = tmp_path / "model.py"
    file.write_text(MODEL + "\nimport sys\nsys.seen_by_tests = RAN\n")
    import sys

    try:
        status, out, err = run(command, f"{file}:{name}")
        assert sys.seen_by_tests == []
    finally:
        del sys.seen_by_tests
    assert status in (0, 1), err


def test_a_property_is_no_function(run, tmp_path):
    file = tmp_path / "model.py"
    file.write_text(MODEL)
    status, _, err = run("emit", f"{file}:box.area")
    assert status == 2 and "has no function box.area" in err


def test_a_list_that_is_gone_through_in_its_own_way_gives_what_it_gives(tmp_path):
    names = {}
    file = tmp_path / "own_lists.py"
    file.write_text(MODEL)
    exec(compile(MODEL, str(file), "exec"), names)
    assert s2sad.grad(names["is_list"])(1.0) == names["is_list"](1.0) == 2.0
    assert s2sad.grad(names["is_dict"])(1.0) == names["is_dict"](1.0) == 2.0
