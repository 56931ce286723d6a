"""Copies of lists that share the shadow of the list, and copies that don't."""

import pytest

import s2sad


def columns(rows):
    total = 0.0
    for first, second in zip(*rows):
        total += first * second
    return total * rows[0][0]


def in_a_branch(rows):
    copied = tuple(rows)
    total = rows[1][0]
    for i in range(2):
        if copied[i][0] > 0.5:
            total += copied[i][1] * rows[0][i]
    return total * copied[0][0]


def changed_afterwards(rows):
    first = list(rows[0])
    copied = tuple(first)
    first[0] = copied[1] * 3.0
    return first[0] * copied[0] + first[1]


def part_of_a_copy(rows):
    taken = [rows[1][0]]
    for _ in range(3):
        taken.extend(rows[0][:][:1])
    return sum(k * x * x for k, x in enumerate(taken))


@pytest.mark.parametrize("program", [columns, in_a_branch, changed_afterwards, part_of_a_copy])
def test_copies_of_lists(check, program):
    check(program, [[0.3, 0.7], [1.1, 0.4]])


@pytest.mark.parametrize("program", [columns, in_a_branch])
def test_a_copy_that_is_only_read_has_the_shadow_of_the_list(program):
    gradient = s2sad.grad(program)
    gradient([[0.3, 0.7], [1.1, 0.4]])
    assert "merge" not in gradient.source and "shadow_of" not in gradient.source
