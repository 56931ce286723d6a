"""Which classes are records, and their fields in order."""

import collections
import dataclasses
import typing

from s2sad.ir.records import field_names, is_record_class


@dataclasses.dataclass
class Point:
    x: float
    y: float = 0.0
    unit: typing.ClassVar[str] = "m"


@dataclasses.dataclass
class Point3(Point):
    z: float = 0.0


class Named(typing.NamedTuple):
    one: float
    other: int


Pair = collections.namedtuple("Pair", "second first")


def test_dataclasses_and_named_tuples_are_records_and_nothing_else():
    assert all(map(is_record_class, (Point, Point3, Named, Pair)))
    assert not any(map(is_record_class, (tuple, dict, object, type("Own", (tuple,), {}))))
    assert not is_record_class(type("Fields", (), {"_fields": ("a",)}))


def test_fields_are_in_order():
    assert field_names(Point3) == ("x", "y", "z")
    assert field_names(Named) == ("one", "other")
    assert field_names(Pair) == ("second", "first") == tuple(Pair(1, 2)._asdict())
