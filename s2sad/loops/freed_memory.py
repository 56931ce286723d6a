"""Memory that compiled derivatives have freed stays with the process, up to a limit, for the next call.

The C library of Linux gives blocks of more than 32 MB back to the system when they are freed, and often smaller ones too. The next
call then gets pages that the system has cleared, one by one at their first use: on virtual machines that takes ten times as long
as what is done with them. Arrays that are allocated at every call (what is saved, what is returned) are such blocks.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import sys
from collections.abc import Mapping
from typing import Any

DEFAULT = 256
"""Megabytes."""
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # malloc.h
_OF_THE_USER = ("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_")


@functools.cache
def keep_freed_memory() -> None:
    """Tell the C library once; systems with another one are left as they are."""
    size = megabytes(os.environ) << 20
    if size > 0 and sys.platform == "linux":
        with contextlib.suppress(OSError):
            tell(ctypes.CDLL(None), size)


def tell(library: Any, size: int) -> None:
    """Keep what is freed up to this many bytes, and take blocks up to this size from it: only GNU's library has thresholds."""
    if hasattr(library, "gnu_get_libc_version"):
        library.mallopt(_MMAP_THRESHOLD, size)
        library.mallopt(_TRIM_THRESHOLD, size)


def megabytes(environment: Mapping[str, str]) -> int:
    """How many are kept: what `S2SAD_FREED_MEMORY` says; none where the user has set malloc up otherwise."""
    said = environment.get("S2SAD_FREED_MEMORY", "")
    if said.isdigit():
        return min(int(said), 2047)
    is_set = any(name in environment for name in _OF_THE_USER)
    return 0 if is_set or "glibc.malloc." in environment.get("GLIBC_TUNABLES", "") else DEFAULT
