"""The functions of `shown_programs` are found from every test of this folder."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
