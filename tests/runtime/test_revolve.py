"""The schedule of binomial checkpointing."""

import functools

import pytest

from s2sad.runtime.revolve import checkpoint_range, kept_places, snapshot_places


@functools.cache
def steps_again(steps, snapshots):
    """The minimal number of steps that are done again: Griewank & Walther, proposition 12.3, by its recursion."""
    if steps <= 1:
        return 0
    if snapshots == 1:
        return steps * (steps - 1) // 2
    return min(
        first + steps_again(steps - first, snapshots - 1) + steps_again(first, snapshots)
        for first in range(1, steps)
    )


def test_the_schedule_is_optimal_and_keeps_no_more_than_it_may():
    for snapshots in range(1, 8):
        for steps in range(1, 60):
            kept = kept_places(steps, snapshots)
            stack, done = [place for place in range(steps) if place in kept], steps
            assert len(stack) <= snapshots + 1
            for place in reversed(range(steps)):
                first = stack.pop()
                places = snapshot_places(first, place + 1, snapshots - len(stack))
                stack += [between for between in range(first, place) if between in places]
                assert len(stack) <= snapshots
                done += place - first + 1
            assert stack == []
            assert done == steps + steps_again(steps, snapshots) + 1, (steps, snapshots)


def test_which_steps_are_kept():
    assert kept_places(9, 3) == [0, 4, 6, 8]
    assert list(checkpoint_range(1, 7, 2, snapshots=1)) == [1, 3, 5]


@pytest.mark.parametrize(
    "function", [lambda n: checkpoint_range(3, snapshots=n), lambda n: kept_places(3, n)]
)
def test_a_loop_needs_a_snapshot(function):
    with pytest.raises(ValueError, match="at least one snapshot, not 0"):
        function(0)
