"""Where output goes."""

import json
import math

import pytest

from s2sad.cli import output
from s2sad.cli.target import UsageError


def test_json_has_texts_for_what_is_not_finite():
    data = {"a": [1.0, math.inf, (math.nan, -math.inf)], "b": "é"}
    text = output.as_json(data)
    assert json.loads(text) == {"a": [1.0, "inf", ["nan", "-inf"]], "b": "é"} and "é" in text


def test_one_line_break_at_the_end(capsys, tmp_path):
    output.write("a\n\n")
    assert capsys.readouterr().out == "a\n"
    output.write_file(tmp_path / "x", "a\n\n")
    assert (tmp_path / "x").read_text() == "a\n"
    output.write_to("-", "b")
    output.write_to(str(tmp_path / "y"), "c")
    assert capsys.readouterr().out == "b\n" and (tmp_path / "y").read_text() == "c\n"


def test_remarks_go_to_standard_error(capsys):
    output.warn("careful")
    assert capsys.readouterr() == ("", "careful\n")


def test_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(UsageError, match="can't write"):
        output.write_file(tmp_path, "a")


def test_what_would_be_lost(tmp_path):
    model, other, new = tmp_path / "model.py", tmp_path / "other.py", tmp_path / "new.py"
    model.write_text("1"), other.write_text("2")
    output.refuse_to_overwrite("-", False)
    output.refuse_to_overwrite(str(new), False)
    output.refuse_to_overwrite(str(other), True, [f"{model}:f"])
    with pytest.raises(UsageError, match="--force overwrites it"):
        output.refuse_to_overwrite(str(other), False, [f"{model}:f"])
    for source in (f"{model}:f", str(model)):
        with pytest.raises(UsageError, match="is what this is made from"):
            output.refuse_to_overwrite(str(model), True, [source])


def test_progress_is_for_terminals(capsys, monkeypatch):
    assert list(output.with_progress("ab", 2, "item")) == ["a", "b"]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert list(output.with_progress("ab", 2, "item")) == ["a", "b"]
    assert "item 2 of 2" in capsys.readouterr().err
