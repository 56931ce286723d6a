"""`completion`: a script for a shell, in which arguments that are files are completed as such."""

import sys
import types

import pytest


def test_without_shtab_it_says_what_to_install(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    status, out, err = run("completion", "bash")
    assert status == 2 and out == "" and "pip install 's2sad[completion]'" in err


def test_files_are_completed_and_nothing_else(run, monkeypatch):
    seen = {}

    def complete(parser, shell):
        waiting = list(parser._actions)
        while waiting:
            action = waiting.pop()
            if hasattr(action, "complete"):
                seen[action.dest] = action.complete
            for command in (
                (getattr(action, "choices", None) or {})
                if isinstance(getattr(action, "choices", None), dict)
                else ()
            ):
                waiting += action.choices[command]._actions
        return f"script for {shell}"

    monkeypatch.setitem(sys.modules, "shtab", types.SimpleNamespace(FILE="files", complete=complete))
    assert run("completion", "zsh") == (0, "script for zsh\n", "")
    assert {"target", "output", "file"} <= set(seen) and "argnums" not in seen
    assert set(seen.values()) == {"files"}


@pytest.mark.parametrize("shell", ["fish", ""])
def test_other_shells(run, shell):
    assert run("completion", shell)[0] == 2
