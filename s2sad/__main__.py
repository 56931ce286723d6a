"""`python -m s2sad`: the command line."""

import sys

from s2sad.cli import main

if __name__ == "__main__":
    sys.exit(main())
