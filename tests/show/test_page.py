"""Code in nested marks."""

import html
import re

import pytest

from s2sad.show.page import Mark, file_name, marked


def without_marks(text):
    return html.unescape(re.sub("<[^>]*>", "", text))


@pytest.mark.parametrize(
    "marks, words, wanted",
    [
        ([], [], "x * y"),
        ([Mark(0, 1, 7)], [], '<span data-o="7">x</span> * y'),
        ([Mark(0, 5, 1), Mark(4, 5, 2)], [], '<span data-o="1">x * <span data-o="2">y</span></span>'),
        ([Mark(0, 5, 1)], [(0, 1, "n")], '<span data-o="1"><span class="n">x</span> * y</span>'),
        ([Mark(0, 3, 1), Mark(0, 3, 1)], [], '<span data-o="1">x *</span> y'),
    ],
)
def test_marks_are_nested(marks, words, wanted):
    found = marked("x * y", marks, words)
    assert found == wanted and without_marks(found) == "x * y"


def test_marks_that_cross_are_closed_in_order():
    found = marked("a<b>c", [Mark(0, 3, 1), Mark(2, 5, 2)], [])
    assert without_marks(found) == "a<b>c" and found.count("<span") == found.count("</span>") == 2


@pytest.mark.parametrize(
    "file, name",
    [
        ("/a/b/model.py", "model.py"),
        ("<ipython-input-12-abc>", "In [12]"),
        ("/tmp/ipykernel_3/1.py", "a cell"),
    ],
)
def test_files_as_people_know_them(file, name):
    assert file_name(file) == name
