"""Classes of objects, and of what they hold: uniting two unites what they hold, at every depth."""

from s2sad.transform.object_classes import ObjectClasses


def test_what_is_held_by_united_objects_is_united():
    classes = ObjectClasses()
    one, other = classes.new(), classes.new()
    inner, other_inner = classes.contents(classes.contents(one)), classes.contents(classes.contents(other))
    assert classes.find(inner) != classes.find(other_inner)
    classes.unify(one, other)
    assert classes.find(one) == classes.find(other)
    assert classes.find(inner) == classes.find(other_inner)


def test_what_only_one_holds_stays():
    classes = ObjectClasses()
    one, other, third = classes.new(), classes.new(), classes.new()
    held = classes.contents(other)
    classes.unify(one, other)
    assert classes.contents(one) == held
    assert len(classes.chain(one)) == 2
    classes.unify(one, third)
    assert classes.contents(third) == held


def test_the_chain_of_what_holds_itself_ends():
    classes = ObjectClasses()
    one = classes.new()
    held = classes.contents(one)
    assert classes.chain(one) == [one, held]
    classes.unify(held, one)
    assert classes.chain(one) == [classes.find(one)]
