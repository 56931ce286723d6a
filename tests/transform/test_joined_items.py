"""The items of lists that are joined are one class, where they have a name and are written."""

from s2sad.transform.joined_items import named_items, share_items
from s2sad.transform.object_classes import ObjectClasses


def chain():
    """`t = a + b`, `u = t + c`, and an item of u."""
    objects = ObjectClasses()
    a, b, c, t, u = (objects.new() for _ in range(5))
    return objects, [a, b, c, t, u], [(t, a), (t, b), (u, t), (u, c)], objects.contents(u)


def test_an_item_that_has_a_name_is_one_of_all_operands():
    objects, _, joined, item = chain()
    share_items(objects, joined, [item])
    assert {objects.find(objects.contents(each)) for each in range(5)} == {objects.find(item)}


def test_what_is_written_in_an_operand_is_so_in_what_is_made_of_it():
    objects, (a, *_), joined, item = chain()
    share_items(objects, joined, [objects.contents(a)])
    assert objects.find(item) == objects.find(objects.contents(a))


def test_items_that_nobody_writes_are_left_apart():
    objects, (a, b, *_), joined, item = chain()
    share_items(objects, joined, [a])
    assert len({objects.find(each) for each in (item, objects.contents(a), objects.contents(b))}) == 3


def test_sums_of_which_no_item_has_a_name_are_left_alone():
    objects = ObjectClasses()
    made, one = objects.new(), objects.new()
    assert named_items(objects, [(made, one)]) == []
