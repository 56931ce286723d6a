"""What is known of each of several things."""

from s2sad.ir.all_known import all_known


def test_one_that_is_unknown_is_enough():
    assert all_known([0, "", False]) == [0, "", False]
    assert all_known([1, None, 2]) is None
    assert all_known([]) == []


def test_what_comes_after_it_isnt_asked():
    asked = []

    def answers():
        for value in (1, None, 3):
            asked.append(value)
            yield value

    assert all_known(answers()) is None and asked == [1, None]
