"""A path through a library that can't be differentiated is refused where the program takes it; the others are differentiated."""

import importlib
import sys

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

FILES = {
    "wrapped/__init__.py": """import functools
import struct
import numpy as np

CONFIG = {"checked": False, "frames": False}
METRICS = {}


def checked(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        if CONFIG["checked"]:
            struct.pack("d", args[0])
        return func(*args, **kwargs)

    return wrapper


def is_frame(x):
    return type(x).__name__ == "Frame"


@checked
def energy(x, *, kind="sum", scale=1.0):
    if is_frame(x):
        x = x.to_numpy()
    if kind == "sum":
        return scale * np.sum(x * x)
    elif kind == "mean":
        return scale * np.mean(x * x)
    raise ValueError(kind)


def halved(x):
    return x / 2.0 if np.all(x > 0.0) else struct.unpack("d", struct.pack("d", x))[0]


def either(x, left):
    if left:
        return struct.pack("d", x)
    return struct.pack("f", x)


def lost(x):
    if np.any(x > 1e9):
        raise ValueError("too large")
    return struct.pack("d", x)


def l1(x, y, weight=1.0):
    return weight * np.sum(np.abs(x - y))


def l2(x, y, weight=1.0):
    return weight * np.sum((x - y) ** 2)


METRICS.update(l1=l1, l2=l2)


def distance(x, y, metric="l2", **options):
    if metric in METRICS:
        func = METRICS[metric]
    elif callable(metric):
        func = metric
    else:
        options.update(struct.unpack("d", x))
        func = None
    return apart(x, y, func, **options)


def apart(x, y, func, **options):
    return func(x, y, **options)


def tuned(x, scale, **options):
    if scale is not None:
        options.update(weight=scale)
    options.update({"power": 3})
    return powered(x, **options)


def powered(x, weight=1.0, power=2):
    return weight * np.sum(x**power)


def converted(x):
    if np.issubdtype(x.dtype, np.integer):
        x = struct.unpack("d", x)
    if np.issubdtype(x.dtype, np.complexfloating):
        raise TypeError("complex")
    return np.sum(x**3)
""",
    "using.py": """import wrapped


def summed(x):
    return wrapped.energy(x, scale=3.0)


def averaged(x):
    return wrapped.energy(x, kind="mean")


def halved(x):
    return (wrapped.halved(x) ** 2).sum()


def either(x, left):
    return wrapped.either(x, left)


def lost(x):
    return wrapped.lost(x)


def own(x, flag):
    import struct

    if flag:
        return struct.pack("d", x)
    return x.sum()


def near(x):
    return wrapped.distance(x, 2.0 * x[::-1], weight=0.5)


def near_by_l1(x):
    return wrapped.distance(x, 2.0 * x[::-1], metric="l1")


def near_by_another(x):
    return wrapped.distance(x, x[::-1], metric=lambda a, b: (a * b).sum())


def tuned(x):
    return wrapped.tuned(x, x[0]) + wrapped.tuned(x, None, weight=x[1])


def converted(x):
    return wrapped.converted(x)
""",
}
X = np.array([0.3, 1.2, 0.5, 0.7])


@pytest.fixture
def using(tmp_path, monkeypatch):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("using")
    for name in ("using", "wrapped"):
        sys.modules.pop(name, None)


def slopes(f, x):
    return np.array([(f(x + 1e-6 * u) - f(x - 1e-6 * u)) / 2e-6 for u in np.eye(len(x))])


@pytest.mark.parametrize(
    "name", ["summed", "averaged", "halved", "near", "near_by_l1", "near_by_another", "converted", "tuned"]
)
def test_the_path_that_is_taken_is_differentiated(using, name):
    f = getattr(using, name)
    value, gradient = s2sad.value_and_grad(f)(X)
    assert value == pytest.approx(f(X), rel=1e-12)
    np.testing.assert_allclose(gradient, slopes(f, X), rtol=1e-6, atol=1e-8)
    along = np.cos(X)
    assert s2sad.jvp(f, (X,), (along,))[1] == pytest.approx(gradient @ along, rel=1e-10)


def test_the_other_path_says_so_where_it_is_taken(using):
    with pytest.raises(
        NotImplementedError, match=r"line \d+ of .*wrapped.*`struct.pack` has no derivative rule"
    ):
        s2sad.grad(using.halved)(-X)


def test_a_setting_that_is_changed_later_is_seen(using):
    wrapped = sys.modules["wrapped"]
    slope = s2sad.grad(using.summed)
    np.testing.assert_allclose(slope(X), 6.0 * X)
    wrapped.CONFIG["checked"] = True
    with pytest.raises(NotImplementedError, match="struct.pack"):
        slope(X)


def test_a_table_that_is_changed_later_is_seen(using):
    wrapped = sys.modules["wrapped"]
    slope = s2sad.grad(using.near_by_l1)
    before = slope(X)
    wrapped.METRICS["l1"] = wrapped.l2
    np.testing.assert_allclose(slope(X), slopes(using.near_by_l1, X), rtol=1e-6)
    assert not np.allclose(before, slope(X))


def test_where_no_path_leads_on_it_is_refused_before_it_runs(using):
    with pytest.raises(DifferentiationError, match="wrapped.either"):
        s2sad.grad(using.either)(X, True)
    with pytest.raises(DifferentiationError, match="wrapped.lost"):
        s2sad.grad(using.lost)(X)


def test_functions_of_the_users_are_refused_before_they_run(using):
    with pytest.raises(DifferentiationError, match="struct.pack"):
        s2sad.grad(using.own)(X, False)


class Weighted:
    def __init__(self):
        self.weights = np.array([0.5, 1.5, 2.0, 1.0])
        self.modules = {"numpy": np}

    def logarithms(self):
        xp = self.modules["numpy"]
        return xp.log(self.weights)


def test_a_logarithm_is_no_logger():
    held = Weighted()

    def f(x):
        return np.sum((x * x + held.logarithms()) ** 2)

    np.testing.assert_allclose(s2sad.grad(f)(X), slopes(f, X), rtol=1e-6)
