"""The rank of what NumPy's functions give, by their kinds, is the one that they give: for arrays of any lengths."""

import itertools
import warnings

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import attribute_kind, method_kind, outcome_of
from s2sad.ir.nodes import Const, Var
from s2sad.ir.object_kinds import object_kind
from s2sad.runtime.reductions import unreduce

RANKS = ((1,), (2,), (3,), (1, 1), (2, 2), (2, 1), (1, 2))
NAMES = """sum mean prod max min std var median any all argmax argmin cumsum cumprod diff gradient ravel transpose squeeze
    atleast_1d atleast_2d atleast_3d diag diagflat diagonal trace tril triu outer inner vdot dot matmul kron tensordot cross cov
    corrcoef convolve correlate sort argsort flip fliplr flipud roll rot90 where nonzero argwhere unique interp clip nan_to_num
    real imag angle conj copy zeros_like ones_like empty_like concatenate stack hstack vstack column_stack dstack append union1d
    searchsorted digitize histogram bincount vander trapz ptp average nansum nanmean""".split()
FUNCTIONS = [getattr(np, name) for name in NAMES if hasattr(np, name)]
FUNCTIONS += [np.add, np.multiply, np.maximum, np.exp, np.hypot, np.arctan2, np.isfinite]
FUNCTIONS += [
    np.linalg.norm,
    np.linalg.solve,
    np.linalg.det,
    np.linalg.inv,
    np.linalg.eigvalsh,
    np.linalg.pinv,
]
FUNCTIONS += [np.ndarray.squeeze, np.ndarray.sum, np.ndarray.dot, np.ndarray.flatten, np.ndarray.argsort]


def rank_by_kinds(function, ranks):
    args = [(Var(f"x{i}"), K.array_kind(K.FLOAT, rank)) for i, rank in enumerate(ranks)]
    kind = outcome_of(None, function, args, []).kind
    return kind.ndim if K.is_array(kind) else 0 if kind in K.NUMBERS else None


@pytest.mark.parametrize(
    "function", FUNCTIONS, ids=lambda function: getattr(function, "__name__", "function")
)
@pytest.mark.filterwarnings("ignore")
def test_kinds_tell_the_rank(function):
    for ranks in RANKS:
        told = rank_by_kinds(function, ranks)
        if told is None:
            continue
        for lengths in itertools.product((1, 2, 3), repeat=3):
            args = [
                np.full(lengths[:rank] if i == 0 else lengths[-rank:], 0.5) for i, rank in enumerate(ranks)
            ]
            try:
                with warnings.catch_warnings(), np.errstate(all="ignore"):
                    warnings.simplefilter("ignore")
                    found = function(*args)
            except Exception:  # whatever it raises for such arrays
                continue
            if isinstance(found, (np.ndarray, np.generic, float)):
                assert np.ndim(found) == told, (ranks, [arg.shape for arg in args])


def crossed(x, y, z):
    return np.sum(np.cross(x, y) * z + z)


def squeezed(x, y):
    return np.sum((np.squeeze(np.outer(x, x)[:1]) + y * x) ** 2)


def covariance(a, y):
    return np.sum(np.cov(a) * y + y)


@pytest.mark.parametrize(
    "function, shapes",
    [
        (crossed, [(3,), (3,), (3,)]),
        (crossed, [(4, 3), (3,), (4, 3)]),
        (crossed, [(4, 3), (4, 3), (3,)]),
        (squeezed, [(4,), (4,)]),
        (covariance, [(3, 5), (3,)]),
        (covariance, [(1, 5), (3,)]),
    ],
)
def test_what_is_broadcast_is_summed_back(function, shapes):
    rng = np.random.default_rng(0)
    args = [rng.normal(size=shape) for shape in shapes]
    found = s2sad.grad(function, tuple(range(len(args))))(*args)
    for i, arg in enumerate(args):
        for place in np.ndindex(arg.shape):
            step = np.zeros(arg.shape)
            step[place] = 1e-6
            up, down = (function(*args[:i], arg + s * step, *args[i + 1 :]) for s in (1, -1))
            assert found[i][place] == pytest.approx((up - down) / 2e-6, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("function", [np.dot, np.linalg.norm, np.ndarray.sum, np.add])
def test_of_what_is_not_reached_yet_nothing_is_known(function):
    args = [(Var("x"), K.BOTTOM), (Var("y"), K.BOTTOM)]
    assert outcome_of(None, function, args).kind == K.BOTTOM
    assert attribute_kind(K.BOTTOM, Const("shape")) == K.BOTTOM


@pytest.mark.parametrize("kind, part", [(K.INT, K.INT), (K.FLOAT, K.FLOAT), (K.COMPLEX, K.FLOAT)])
def test_the_parts_of_a_number(kind, part):
    assert attribute_kind(kind, Const("real")) == attribute_kind(kind, Const("imag")) == part


@pytest.mark.parametrize("cls", [np.random.Generator, np.random.RandomState])
@pytest.mark.parametrize(
    ("name", "args", "named", "kind"),
    [
        ("permutation", (K.INT,), (), K.array_kind(K.INT, 1)),
        ("normal", (), (("size", K.tuple_kind((K.INT, K.INT))),), K.array_kind(K.FLOAT, 2)),
        ("normal", (K.array_kind(K.FLOAT, 2),), (), K.array_kind(K.FLOAT, 2)),
        ("normal", (), (), K.FLOAT),
        ("normal", (), (("size", K.list_kind(K.INT)),), K.UNKNOWN),
        ("normal", (), (("size", K.array_kind(K.INT, 1)),), K.UNKNOWN),
        ("normal", (), (("size", K.UNKNOWN),), K.UNKNOWN),
        ("normal", (K.BOTTOM,), (), K.BOTTOM),
    ],
)
def test_what_generators_of_random_numbers_give(cls, name, args, named, kind):
    assert method_kind(object_kind(cls), name, args, named) == kind


@pytest.mark.parametrize("rank", [1, 2, None])
def test_what_is_spread_to_a_shape_has_its_rank(rank):
    """Arrays of other lengths than the shape's are not to be tried."""
    shape = K.tuple_kind((K.INT, K.INT))
    args = [
        (Var("s_bar"), K.array_kind(K.FLOAT, rank)),
        (Var("shape"), shape),
        (Const(0), K.INT),
        (Const(False), K.BOOL),
    ]
    found = outcome_of(None, unreduce, args)
    assert (found.kind, found.shared) == (K.array_kind(K.FLOAT, 2), (0,))
