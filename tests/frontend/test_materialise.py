"""Values that are known in part become variables where something needs one."""

import pytest

import s2sad
from s2sad.frontend.materialise import is_taken_apart


@pytest.mark.parametrize(
    ("body", "alone"),
    [
        ("return d['a']", True),
        ("return f(**d)", True),
        ("return d.get('a')", True),
        ("return 'a' in d", True),
        ("d['a'] = x\n return d['a']", True),
        ("return f(d)", False),
        ("return d", False),
        ("del d['a']", False),
    ],
)
def test_a_dict_that_is_never_passed_on_as_it_is(tree, body, alone):
    assert is_taken_apart(tree(f"def f(x, **d):\n {body}\n"), "d") is alone


@pytest.mark.parametrize(
    ("f", "words"),
    [
        (lambda x: (x, 2.0 * x), "mul"),
        (lambda x: x * len([x, 2.0]) + len((x, 1.0)), "mul add"),
        (lambda x, k: (x, 2.0, x * x)[k], "mul tuple_of getitem"),
    ],
)
def test_only_what_is_needed_is_made(lowered, f, words):
    args = (0.5, 1)[: f.__code__.co_argcount]
    assert lowered(f, *args).outline == words


def test_a_temporary_takes_the_name_that_it_is_given_to(lowered):
    def f(x):
        pair = (x * x, x)
        first, second = pair
        product = first * second
        return product

    names = [entry.targets[0].name for entry in lowered(f, 0.5).module.main.body.entries]
    assert names[0] == "t" and names[1].startswith("product")


def appended(a, n):
    kept = []
    for _ in range(n):
        kept.append(iter([a, a * a]))
    return sum(kept[0]) + sum(kept[0])


def in_a_comprehension(a, n):
    kept = [zip([a, a * a], [1.0, a]) for _ in range(n)]
    return sum(p * q for pairs in kept for p, q in pairs) + sum(p for pairs in kept for p, _ in pairs)


def in_a_dict(a, n):
    kept = {i: (v * a for v in (1.0, 2.0)) for i in range(n)}
    return sum(kept[0]) + sum(kept[0])


class Reader:
    def __init__(self, items):
        self.rest = iter(items)


def in_listed_objects(a, n):
    readers = [Reader([a, a * a]) for _ in range(n)]
    return sum(sum(reader.rest) + sum(reader.rest) for reader in readers)


@pytest.mark.parametrize(
    "f", [appended, in_a_comprehension, in_a_dict, in_listed_objects], ids=lambda f: f.__name__
)
def test_an_iterator_that_is_kept_is_no_list_that_begins_anew(f):
    for derivative in (lambda: s2sad.grad(f)(0.7, 3), lambda: s2sad.jvp(f, (0.7, 3), (1.0, None))):
        with pytest.raises(s2sad.DifferentiationError, match=r"keep its items there: `list\(\.\.\.\)`"):
            derivative()
