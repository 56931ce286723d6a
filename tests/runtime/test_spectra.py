"""Windows and parts of signals."""

import numpy as np
import pytest

pytest.importorskip("scipy.signal")

from s2sad.runtime.spectra import added_places, named, norm_of_parts, one_sided, part_places, window_of


def test_parts_overlap():
    assert part_places(7, 3, 1).tolist() == [[0, 1, 2], [2, 3, 4], [4, 5, 6]]
    assert added_places(2, 3, 1).tolist() == [0, 1, 2, 2, 3, 4]


def test_norms_are_sums_of_squares_but_never_zero():
    found = norm_of_parts(np.array([0.0, 2.0, 1.0]), added_places(2, 3, 1), 5)
    assert found.tolist() == [1.0, 4.0, 1.0, 4.0, 1.0]


def test_a_middle_frequency_stands_for_itself():
    assert one_sided(3, 4).tolist() == [1.0, 2.0, 1.0]
    assert one_sided(3, 5).tolist() == [1.0, 2.0, 2.0]


def test_windows_by_their_names():
    assert len(window_of("hann", None, 20)) == 20
    assert window_of([1.0, 2.0], None, 20).tolist() == [1.0, 2.0]
    assert named(np.array(["kaiser", "5.0"])) == ("kaiser", 5.0)
