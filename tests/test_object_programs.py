"""Programs with classes as people write them: a solver, a Kalman filter, modules of a network, polynomials, bodies."""

import functools
import itertools
import math
import operator

import numpy as np
import pytest

import s2sad


class Solver:
    def __init__(self, rhs, dt=0.1):
        self.rhs = rhs
        self.dt = dt
        self.evals = 0

    def step(self, t, y):
        k1 = self._f(t, y)
        k2 = self._f(t + self.dt / 2, y + self.dt / 2 * k1)
        return y + self.dt * k2

    def _f(self, t, y):
        self.evals += 1
        return self.rhs(t, y)

    def solve(self, y, n):
        t = 0.0
        for _ in range(n):
            y = self.step(t, y)
            t += self.dt
        return y


def integrated(k, y0):
    s = Solver(lambda t, y: -k * y + math.sin(t))
    return s.solve(y0, 5) + s.evals


class Kalman:
    def __init__(self, F, H, Q, R):
        self.F, self.H, self.Q, self.R = F, H, Q, R
        self.x = np.zeros(2)
        self.P = np.eye(2)

    def predict(self):
        self.x = self.F @ self.x
        self.P = self.F @ self.P @ self.F.T + self.Q

    def update(self, z):
        y = z - self.H @ self.x
        S = self.H @ self.P @ self.H.T + self.R
        K = self.P @ self.H.T @ np.linalg.inv(S)
        self.x = self.x + K @ y
        self.P = (np.eye(2) - K @ self.H) @ self.P
        return y, S


def likelihood(q, r, zs):
    kf = Kalman(np.array([[1.0, 0.1], [0.0, 1.0]]), np.array([[1.0, 0.0]]), q * np.eye(2), r * np.eye(1))
    ll = 0.0
    for z in zs:
        kf.predict()
        y, S = kf.update(np.array([z]))
        ll += -0.5 * (y @ np.linalg.inv(S) @ y + np.log(np.linalg.det(S)))
    return ll


class Module:
    def __call__(self, *a):
        return self.forward(*a)


class Linear(Module):
    def __init__(self, w, b):
        self.w = w
        self.b = b

    def forward(self, x):
        return self.w @ x + self.b


class Net(Module):
    def __init__(self, w1, w2):
        self.l1 = Linear(w1, np.zeros(3))
        self.l2 = Linear(w2, np.zeros(1))
        self.layers = [self.l1, self.l2]

    def forward(self, x):
        for l in self.layers:
            x = np.tanh(l(x))
        return x


def network(w1, w2):
    return np.sum(Net(w1, w2)(np.array([0.5, -0.2])) ** 2)


class Poly:
    def __init__(self, c):
        self.c = list(c)

    def __call__(self, x):
        r = 0.0
        for a in reversed(self.c):
            r = r * x + a
        return r

    def deriv(self):
        return Poly([i * a for i, a in enumerate(self.c)][1:])


def polynomials(a, b, x):
    p = Poly([a, b, a * b])
    return p(x) * p.deriv()(x)


class Stats:
    def __init__(self):
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0

    def push(self, x):
        self.n += 1
        d = x - self.mean
        self.mean += d / self.n
        self.m2 += d * (x - self.mean)

    @property
    def var(self):
        return self.m2 / (self.n - 1)


def moments(xs):
    s = Stats()
    for x in xs:
        s.push(x)
    return s.var * s.mean


class Body:
    G = 1.0

    def __init__(self, m, pos, vel):
        self.m = m
        self.pos = np.array(pos)
        self.vel = np.array(vel)

    def force(self, other):
        d = other.pos - self.pos
        return Body.G * self.m * other.m * d / np.sum(d * d) ** 1.5


def orbit(m, x0):
    a = Body(m, [x0, 0.0], [0.0, 1.0])
    b = Body(1.0, [-1.0, 0.0], [0.0, -1.0])
    for _ in range(4):
        f = a.force(b)
        a.vel += 0.01 * f / a.m
        b.vel -= 0.01 * f / b.m
        for o in (a, b):
            o.pos += 0.01 * o.vel
    return np.sum(a.pos**2) + np.sum(b.vel * a.vel)


class Branch:
    def __init__(self, v, l=None, r=None):
        self.v = v
        self.l = l
        self.r = r

    def total(self):
        s = self.v
        if self.l is not None:
            s += self.l.total()
        if self.r is not None:
            s *= self.r.total()
        return s


def tree(x):
    return Branch(x, Branch(x * x), Branch(2.0, Branch(x))).total()


RANDOM = np.random.default_rng(0)
CASES = [
    (integrated, (0.7, 1.2)),
    (lambda q, r: likelihood(q, r, [0.1, 0.3, 0.2]), (0.1, 0.5)),
    (network, (RANDOM.normal(size=(3, 2)), RANDOM.normal(size=(1, 3)))),
    (polynomials, (0.7, 1.1, 0.5)),
    (moments, (np.array([0.3, 1.2, -0.4]),)),
    (orbit, (1.5, 0.8)),
    (tree, (0.7,)),
]


def moved(args, along, h):
    return [arg + h * dot for arg, dot in zip(args, along)]


@pytest.mark.parametrize(("function", "args"), CASES)
def test_all_modes(function, args):
    h = 1e-6
    along = tuple(RANDOM.normal(size=np.shape(arg)) if np.ndim(arg) else 0.7 for arg in args)
    forth, back = moved(args, along, h), moved(args, along, -h)
    slope = (function(*forth) - function(*back)) / (2 * h)
    gradient = s2sad.grad(function, tuple(range(len(args))))
    product = sum(np.sum(one * dot) for one, dot in zip(gradient(*args), along))
    assert product == pytest.approx(slope, rel=1e-6)
    value, dot = s2sad.jvp(function, args, along)
    assert value == pytest.approx(function(*args), rel=1e-14)
    assert dot == pytest.approx(product, rel=1e-12)
    for turned, one, other in zip(s2sad.hvp(function, args, along), gradient(*forth), gradient(*back)):
        np.testing.assert_allclose(turned, (one - other) / (2 * h), rtol=1e-4, atol=1e-5)


class Pair:
    def __init__(self, x):
        self.first = x
        self.second = 2.0


@pytest.mark.parametrize("writes", [False, True])
def test_attributes_by_a_name_that_is_not_known_are_refused(writes):
    def read(x, names):
        pair = Pair(x)
        return sum(getattr(pair, name) for name in names)

    def written(x, names):
        pair = Pair(x)
        for name in names:
            setattr(pair, name, x * x)
        return pair.first

    with pytest.raises(s2sad.UnsupportedSyntax, match="by a name that is known only at run time"):
        s2sad.grad(written if writes else read)(3.0, ["first", "second"])


class Dual:
    """A number with operators."""

    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Dual(self.value + other.value)

    def __mul__(self, other):
        return Dual(self.value * other.value + 1.0)

    def __neg__(self):
        return Dual(-self.value)

    def __lt__(self, other):
        return self.value < other.value


def product_by_operator(x, y):
    return functools.reduce(operator.mul, [Dual(x), Dual(y), Dual(x)]).value


def sums_by_operator(x, y):
    made = [Dual(v) for v in (x, y, x * y)]
    return functools.reduce(operator.add, made[1:], made[0]).value


def operators_by_name(x, y):
    one, other = Dual(x), Dual(y)
    total = operator.iadd(one, other)
    sign = operator.neg(total).value
    return sign * total.value if operator.lt(one, other) else total.value


def mapped_operators(x, y):
    return sum(each.value for each in map(operator.mul, [Dual(x), Dual(y)], [Dual(y), Dual(y)]))


def pairs_of_objects(x, y):
    made = [Dual(x), Dual(y)]
    made.append(Dual(x * y))
    total = 0.0
    for one, other in itertools.combinations(made, 2):
        one.value += x * other.value
        total += one.value
    for one, _ in itertools.permutations(made, 2):
        one.value *= 1.1
    kept = tuple(made)
    kept[1].value *= y
    return total + sum(each.value for each in made)


@pytest.mark.parametrize(
    "function",
    [product_by_operator, sums_by_operator, operators_by_name, mapped_operators, pairs_of_objects],
)
def test_objects_go_to_functions_of_the_library_as_to_operators(function):
    value, slopes = s2sad.value_and_grad(function, (0, 1))(0.5, 2.0)
    assert value == pytest.approx(function(0.5, 2.0), rel=1e-14)
    h = 1e-6
    by_x = (function(0.5 + h, 2.0) - function(0.5 - h, 2.0)) / (2 * h)
    by_y = (function(0.5, 2.0 + h) - function(0.5, 2.0 - h)) / (2 * h)
    assert slopes == pytest.approx((by_x, by_y), rel=1e-7)


@pytest.mark.parametrize("asked", [max, sorted, print])
def test_a_list_of_objects_that_goes_where_it_is_not_followed_is_refused(asked):
    def asked_of(x):
        made = [Dual(x), Dual(2.0 * x)]
        made[0].value += x
        asked(made)
        return made[0].value

    with pytest.raises(s2sad.DifferentiationError, match="of the class `Dual` .* can't be followed"):
        s2sad.grad(asked_of)(1.5)
