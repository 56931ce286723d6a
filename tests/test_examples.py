"""Every example runs, and says what it is there to say."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def run(path):
    """The finished process of an example, in a folder that is not its own."""
    search = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT / "tests",
        env={**os.environ, "PYTHONPATH": search, "PYTHONIOENCODING": "utf-8"},
        timeout=120,
    )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_runs_and_prints(path):
    done = run(path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.strip()


@pytest.fixture(scope="module")
def demo():
    return run(ROOT / "examples" / "demo.py").stdout


def test_demo_shows_each_form_of_each_function(demo):
    for name in "f", "kepler":
        titles = re.findall(rf"^# {name}: (.*)$", demo, re.MULTILINE)
        assert titles[:2] == ["the function", "its Wengert list"]
        assert sum("forward mode" in title for title in titles) == 2
        assert sum("reverse mode" in title for title in titles) == 2
        assert titles[-1].startswith("the gradient at")


def test_demo_shows_derivatives_beside_differences(demo):
    rows = re.findall(r"^(\w+) +(-?\d+\.\d{15}) +(-?\d+\.\d{15})$", demo, re.MULTILINE)
    assert [name for name, _, _ in rows] == ["x", "y", "mean", "eccentricity"]
    for _, derivative, difference in rows:
        assert float(derivative) == pytest.approx(float(difference), rel=1e-8)


def test_demo_gives_the_known_gradient(demo):
    gradient = [float(number) for number in re.findall(r"^[xy] +(\S+)", demo, re.MULTILINE)[-2:]]
    assert gradient == pytest.approx([2.5838531634528574, 2.0], rel=1e-14)
