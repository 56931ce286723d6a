"""Estimators that give data frames are refused when the derivative runs."""

import sys
import types

import pytest

from s2sad.runtime.estimators import check_output
from s2sad.runtime.refusals import NoDerivative


@pytest.fixture
def configured(monkeypatch):
    """scikit-learn, of which only the configuration is asked for."""
    settings = {"transform_output": "default"}
    monkeypatch.setitem(sys.modules, "sklearn", types.SimpleNamespace(get_config=lambda: settings))
    return settings


def test_arrays_are_accepted(configured):
    check_output("transform", None)
    check_output("transform", {"transform": "default"})


def test_data_frames_are_refused(configured):
    with pytest.raises(NoDerivative, match="set_output"):
        check_output("transform", {"transform": "pandas"})
    configured["transform_output"] = "polars"
    with pytest.raises(NoDerivative):
        check_output("transform", None)
    check_output("transform", {"transform": "default"})  # its own configuration comes first
