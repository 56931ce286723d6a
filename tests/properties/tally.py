"""Runs many random programs of a kind, and counts: `python tests/properties/tally.py arrays --from 1000 --count 3000`.

A program is right, wrong, refused (by which reason), skipped (a kink is near), or fails inside. Those that are wrong or fail
are named by their numbers; `--show` prints one.
"""

import argparse
import collections
import contextlib
import io
import linecache
import re
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from agreement import NearKink
from samples import CHECKS

from s2sad.errors import DifferentiationError


def outcome(check, seed):
    """How a program does, and what is said of it."""
    try:
        check(seed)
    except NearKink:
        return "skipped", ""
    except DifferentiationError as error:
        return "refused", reason(str(error))
    except AssertionError as error:
        return "wrong", str(error).splitlines()[-1][:100] if str(error) else ""
    except Exception as error:  # whatever fails is counted
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return (
            "failed",
            f"{type(error).__name__}: {str(error)[:80]} ({Path(frame.filename).name}:{frame.lineno})",
        )
    finally:
        for name in [name for name in linecache.cache if name.startswith("<")]:
            del linecache.cache[name]
    return "right", ""


def reason(message):
    """A refusal without what is special to the program."""
    line = next((line for line in message.splitlines() if line.strip().startswith(("because", "reason"))), "")
    return re.sub(r"'[^']*'|`[^`]*`|\d+", "…", (line or message.splitlines()[0]).strip())[:110]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=list(CHECKS))
    parser.add_argument("--from", dest="first", type=int, default=1000)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="show what goes wrong as it is raised")
    options = parser.parse_args()
    check, found = CHECKS[options.kind], collections.defaultdict(list)
    started = time.time()
    for seed in range(options.first, options.first + options.count, options.step):
        if options.show:
            check(seed)
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            what, said = outcome(check, seed)
        found[what, said].append(seed)
    for (what, said), seeds in sorted(found.items(), key=lambda item: (item[0][0], -len(item[1]))):
        print(f"{what:8} {len(seeds):5}  {said}", seeds[:6] if what in ("wrong", "failed", "refused") else "")
    print(f"{time.time() - started:.0f} s")


if __name__ == "__main__":
    main()
