"""The folder of compiled modules: what is in it is as it was written, or isn't used."""

import json

import pytest

from s2sad.loops import code_cache

TEXT = "def f(x):\n    return 2 * x\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_text_is_written_and_runs(folder):
    module = code_cache.load_text(TEXT, "f", ("1.0",))
    assert module.f(4) == 8
    assert [path.read_text() for path in folder.glob("*/f.py")] == [TEXT]


def test_a_changed_file_is_written_anew(folder):
    code_cache.load_text(TEXT, "f", ("1.0",))
    (path,) = folder.glob("*/f.py")
    path.write_text("raise SystemExit('foreign code')\n")
    assert code_cache.load_text(TEXT, "f", ("1.0",)).f(1) == 2
    assert path.read_text() == TEXT


def test_other_versions_have_a_folder_of_their_own(folder):
    code_cache.load_text(TEXT, "f", ("1.0",))
    code_cache.load_text(TEXT, "f", ("2.0",))
    assert len(list(folder.glob("*/f.py"))) == 2


def test_machine_code_that_was_not_noted_is_thrown_away(folder):
    code_cache.load_text(TEXT, "f", ("1.0",))
    (path,) = folder.glob("*/f.py")
    compiled = path.parent / "__pycache__"
    compiled.mkdir()
    (compiled / "f.nbc").write_bytes(b"code")
    code_cache.note_compiled(path.parent)
    code_cache.throw_away_changed(path.parent)
    assert (compiled / "f.nbc").is_file()
    assert list(json.loads((path.parent / "files.json").read_text())) == ["f.nbc"]
    (compiled / "f.nbc").write_bytes(b"other")
    code_cache.throw_away_changed(path.parent)
    assert not compiled.exists()


def test_where_nothing_can_be_written_a_folder_goes_with_the_process(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(file / "below"))
    assert code_cache.load_text(TEXT, "f", ("1.0",)).f(3) == 6
