"""Modules that Numba compiled, in a folder of the user's: a second process finds the machine code there.

<folder>/<digest of text and versions>/f_grad.py        the text, as it is shown
<folder>/<digest of text and versions>/__pycache__/      what Numba keeps of it
<folder>/<digest of text and versions>/files.json        the digests of these

What isn't as it was written is thrown away, and never run. The folder is `S2SAD_CACHE_DIR`, or the user's folder for caches;
to clear it, delete it.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

_DIGESTS = "files.json"
_COMPILED = "__pycache__"


def load_text(text: str, name: str, versions: tuple[str, ...]) -> ModuleType:
    """The module with this text, from the folder, where machine code of it may be."""
    key = digest("\n".join((text, sys.version, np.__version__, platform.machine(), *versions)).encode())
    folder = cache_folder() / key[:32]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    if not path.is_file() or path.read_bytes() != text.encode():
        write(path, text.encode())
        shutil.rmtree(folder / _COMPILED, ignore_errors=True)
    throw_away_changed(folder)
    spec = importlib.util.spec_from_file_location(f"s2sad_compiled_{key[:16]}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # by which Numba finds it again
    exec(compile(text, str(path), "exec"), module.__dict__)
    atexit.register(note_compiled, folder)
    return module


def note_compiled(folder: Path) -> None:
    """Write down the digests of what Numba has put beside a module."""
    with contextlib.suppress(OSError):
        write(folder / _DIGESTS, json.dumps(digests(folder)).encode())


def throw_away_changed(folder: Path) -> None:
    """Delete the machine code of a folder if a file of it isn't what was noted."""
    if not (folder / _COMPILED).is_dir():
        return
    try:
        noted: Any = json.loads((folder / _DIGESTS).read_text())
    except (OSError, ValueError):
        noted = None
    if noted != digests(folder):
        shutil.rmtree(folder / _COMPILED, ignore_errors=True)


def digests(folder: Path) -> dict[str, str]:
    return {
        path.name: digest(path.read_bytes())
        for path in sorted((folder / _COMPILED).glob("*"))
        if path.is_file()
    }


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def write(path: Path, content: bytes) -> None:
    """Write a file as a whole: another process sees the one before, or this one."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.replace(temporary, path)


@functools.lru_cache(maxsize=8)
def _made(folder: Path) -> Path:
    """The folder, for the user alone; one that goes with the process where it can't be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        temporary = tempfile.mkdtemp(prefix="s2sad")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return Path(temporary)


def cache_folder() -> Path:
    """Where compiled derivatives are kept."""
    chosen = os.environ.get("S2SAD_CACHE_DIR")
    return _made(Path(chosen) if chosen else default_folder())


def default_folder() -> Path:
    """The folder for caches of the user's system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "s2sad"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "s2sad"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "s2sad"
