"""An infinite adjoint times a zero partial is zero, as an infinite partial times a zero tangent is."""

import numpy as np
import pytest

import s2sad
from s2sad.ad.strong_zero import Masks
from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function

X = np.array([[0.1, 0.2], [0.5, -0.3], [1.0, 0.7]])


def differences(x):
    return x[:, None, :] - x[None, :, :]


def distances(x):
    return np.sum(np.sqrt(np.sum(differences(x) ** 2, axis=-1)))


def distances_in_loops(x):
    s = 0.0
    for i in range(len(x)):
        for j in range(len(x)):
            d = x[i] - x[j]
            s += np.sqrt(np.sum(d * d)) + np.sqrt(d @ d)
    return s


def by_power(x):
    r = np.sum(differences(x) ** 2, axis=-1) ** 0.5
    return np.sum(r * r + r)


def by_subscripts(x):
    d = differences(x)
    r = np.sqrt(np.einsum("ijk,ijk->ij", d, d))
    return np.sum(np.exp(-r / 2.0) * r)


def weighted(x):
    r = np.sqrt(np.sum(np.array([1.0, 3.0]) * differences(x) ** 2 / 2.0, axis=-1))
    return np.sum(r)


def weight_that_varies(x):
    return np.sum(np.sqrt(x[0, 0] * 3 * np.sum(differences(x) ** 2, axis=-1)))


def divided(x):
    r = np.sqrt((differences(x) ** 2).sum(-1)) + np.eye(len(x))
    return np.sum(1 / r)


def overwritten_diagonal(x):
    r = np.sqrt((differences(x) ** 2).sum(-1))
    np.fill_diagonal(r, 1.0)
    return np.sum(1 / r)


def by_columns(x):
    dx = x[:, 0][:, None] - x[:, 0][None, :]
    dy = np.subtract.outer(x[:, 1], x[:, 1])
    r = np.sqrt(dx * dx + dy * dy)
    return np.sum(np.exp(-r)) + np.sum(r * (1.0 - np.eye(3)))


def stored_squares(x):
    squares = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            squares[i, j] = np.sum((x[i] - x[j]) ** 2)
    return np.sum(np.sqrt(squares))


def of_absolute_values(x):
    r = np.abs(differences(x)).sum(-1) ** 1.5
    return np.sum(np.cbrt(r) ** 2)


@pytest.mark.parametrize(
    "fun",
    [
        distances,
        distances_in_loops,
        by_power,
        by_subscripts,
        weighted,
        weight_that_varies,
        divided,
        overwritten_diagonal,
        by_columns,
        stored_squares,
        of_absolute_values,
    ],
)
def test_distances_of_points_to_themselves(fun):
    units = [unit.reshape(X.shape) for unit in np.eye(X.size)]
    wanted = np.array([(fun(X + 1e-6 * e) - fun(X - 1e-6 * e)) / 2e-6 for e in units])
    with np.errstate(all="ignore"):
        gradient = s2sad.grad(fun)(X)
        along = [s2sad.jvp(fun, (X,), (e,))[1] for e in units]
    assert gradient.ravel() == pytest.approx(wanted, rel=1e-6, abs=1e-6)
    assert along == pytest.approx(wanted, rel=1e-6, abs=1e-6)


def test_what_is_infinite_stays_so():
    with np.errstate(all="ignore"):
        assert list(s2sad.grad(lambda x: np.sum(np.sqrt(2.0 * x)))(np.array([0.0, 2.0]))) == [np.inf, 0.5]
        saddle = s2sad.grad(lambda x: np.sqrt(x[0] ** 2 - x[1] ** 2))(np.array([1.0, 1.0]))
    assert list(saddle) == [np.inf, -np.inf]


ORDERS = [(None, 1), (None, 0), (1, 1), (3, 0), (np.inf, 1), (2, -1), ("fro", None), ("nuc", None), (2, None)]


@pytest.mark.parametrize("order, axis", ORDERS)
def test_norms_in_reverse_over_reverse(order, axis):
    def total(x):
        return np.sum(np.linalg.norm(x, order, axis=axis) ** 3)

    gradient = s2sad.grad(total)
    v = np.array([[1.0, 2.0], [-1.0, 0.5], [0.3, 0.2]])
    wanted = (gradient(X + 1e-6 * v) - gradient(X - 1e-6 * v)) / 2e-6
    again = s2sad.grad(lambda x: np.sum(gradient(x) * v))(X)
    assert again == pytest.approx(wanted, rel=1e-5, abs=1e-7)


def masks_of(text, **kinds):
    function = parse_function(text, {"np": np})
    facts = Facts()
    known = {name: K.array_kind(item, 1) for name, item in kinds.items()}
    definitions = {node.targets[0]: node for node in function.body.entries}
    for var in (*definitions, *(param.var for param in function.params)):
        facts.kinds[var] = known.get(var.name, K.array_kind(K.FLOAT, 1))
    return Masks(facts, definitions, {param.var for param in function.params})


def test_what_is_made_of_comparisons_chooses():
    text = """function f(x, y)
    c = np.greater x y
    a = mul c y
    b = neg a
    d = add b x
    e = mul x y
    f = np.sin a
    return d
"""
    masks = masks_of(text, c=K.BOOL)
    chooses = {name: masks.is_mask(Var(name)) for name in "cabdefxy"}
    assert chooses == {
        "c": True,
        "a": True,
        "b": True,
        "d": True,
        "e": False,
        "f": False,
        "x": False,
        "y": False,
    }


def test_what_may_be_infinite():
    masks = masks_of(
        "function f(x)\n    a = np.sqrt x\n    b = np.log a\n    c = np.sin b\n    d = np.sin x\n    return c\n"
    )
    assert masks.may_be_infinite(Var("b")) == masks.may_be_infinite(Var("c"))
    assert not masks.may_be_infinite(Var("d")) and not masks.may_be_infinite(Var("x"))


def test_powers_are_infinite_where_their_exponents_make_them_so():
    masks = masks_of(
        "function f(x)\n    a = pow x -1\n    b = pow x 1\n    c = pow x 2\n    d = pow a 1\n    return d\n"
    )
    assert {name: masks.may_be_infinite(Var(name)) for name in "abcd"} == {
        **{"a": True, "c": True, "d": True},
        "b": False,
    }


def test_a_square_that_another_branch_hides_is_zero():
    x = np.array([0.5, 1e200, -2.0])
    cubes = s2sad.grad(lambda x: np.sum(np.where(x < 1e100, x**3 + x**2, 0.0)))(x)
    assert cubes == pytest.approx([3 * 0.25 + 1.0, 0.0, 12.0 - 4.0])


def of_what_is_left(x):
    padded = np.append(np.zeros(2) + np.nan, x * x)
    later = np.full(len(x), np.nan)
    later[1:] = x[1:] * x[:-1]
    return np.nansum(padded**2) + np.nansum(later**3) + np.sum(np.where(np.isnan(later), 0.0, later * later))


def test_what_the_program_names_as_no_number_gives_none():
    x = np.array([0.1, 0.2, -0.3])
    s2sad.check_grads(of_what_is_left, (x,))
    assert np.isfinite(s2sad.grad(of_what_is_left)(x)).all()


def test_a_share_is_finite():
    masks = masks_of(
        "function f(x)\n    a = truediv x 6\n    b = truediv 6 x\n    c = truediv x 0\n    return a\n"
    )
    assert {name: masks.may_be_infinite(Var(name)) for name in "abc"} == {"a": False, "b": True, "c": True}
