"""What holds while a derivative is made: no other thread makes one, and Python's garbage collector rests.

    with COMPILING:
        tree = emit(module)

Python's syntax trees don't bear several threads in every version. A Wengert list is many small objects, nearly all of
which are free without the collector; to search them again and again for cycles takes a sixth of the time.
"""

from __future__ import annotations

import gc
import threading


class _Compiling:
    """A lock that a thread may take again; the collector works again when it was released as often as it was taken."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._collected: list[bool] = []

    def __enter__(self) -> None:
        self._lock.acquire()
        self._collected.append(gc.isenabled())
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._collected.pop():
            gc.enable()
        self._lock.release()


COMPILING = _Compiling()
