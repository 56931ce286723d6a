"""Programs with classes as people write them: a solver, a Kalman filter, modules of a network, polynomials, bodies."""

import dataclasses
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


class WithoutOrder:
    def __init__(self, value):
        self.value = value


@pytest.mark.parametrize(
    ("asked", "cls"), [(print, Dual), (max, WithoutOrder), (sorted, WithoutOrder)], ids=str
)
def test_a_list_of_objects_that_goes_where_it_is_not_followed_is_refused(asked, cls):
    def asked_of(x):
        made = [cls(x), cls(2.0 * x)]
        made[0].value += x
        asked(made)
        return made[0].value

    with pytest.raises(s2sad.DifferentiationError, match="of the class `.*` .* can't be followed"):
        s2sad.grad(asked_of)(1.5)


def no_force():
    return np.zeros(2)


@dataclasses.dataclass
class Star:
    m: float
    x: np.ndarray
    v: np.ndarray
    f: np.ndarray = dataclasses.field(default_factory=lambda: np.zeros(2))
    last: np.ndarray = dataclasses.field(default_factory=no_force)
    sum: np.ndarray = None


def bodies_of(y):
    return [Star(1.0 + k, y[2 * k : 2 * k + 2].copy(), np.zeros(2)) for k in range(len(y) // 2)]


def bodies_appended(y):
    bodies = []
    for k in range(len(y) // 2):
        bodies.append(Star(1.0 + k, y[2 * k : 2 * k + 2].copy(), np.zeros(2)))
    return bodies


def attracted(a, b):
    d = b.x - a.x
    return a.m * b.m * d / (d @ d + 0.1)


def forces_by_combinations(bodies):
    for p in bodies:
        p.f[:] = 0.0
    for a, b in itertools.combinations(bodies, 2):
        g = attracted(a, b)
        a.f += g
        b.f -= g


def forces_by_index(bodies):
    for p in bodies:
        p.sum = np.zeros(2)
    for i in range(len(bodies)):
        for j in range(i + 1, len(bodies)):
            a, b = bodies[i], bodies[j]
            g = attracted(a, b)
            a.sum += g
            b.sum -= g
    for p in bodies:
        p.f = p.sum


def verlet(bodies, forces):
    forces(bodies)
    for _ in range(2):
        for p in bodies:
            p.v += 0.05 * p.f / p.m
            p.x += 0.1 * p.v
        forces(bodies)
        for p in bodies:
            p.v += 0.05 * p.f / p.m
    return sum(0.5 * p.m * (p.v @ p.v) + p.x[0] for p in bodies)


def verlet_of_pairs(y):
    return verlet(bodies_of(y), forces_by_combinations)


def verlet_of_appended_pairs(y):
    return verlet(bodies_appended(y), forces_by_combinations)


def verlet_by_index(y):
    return verlet(bodies_of(y), forces_by_index)


def verlet_of_appended_by_index(y):
    return verlet(bodies_appended(y), forces_by_index)


def factory_of_a_function(y):
    bodies = bodies_of(y)
    for a, b in itertools.permutations(bodies, 2):
        a.last[:] = a.last + b.x**2
    return sum(p.last @ p.x for p in bodies)


def one_array_of_all(y):
    shared, bodies = np.zeros(2), []
    for k in range(3):
        bodies.append(Star(1.0 + k, y[2 * k : 2 * k + 2], shared))
    for p in bodies:
        p.v += p.x**2
    return shared @ shared + bodies[0].v @ bodies[1].x


def written_by_its_own_name(y):
    bodies = []
    for k in range(3):
        v = np.zeros(2)
        bodies.append(Star(1.0 + k, y[2 * k : 2 * k + 2], v))
        v += y[2 * k : 2 * k + 2] ** 2
    return sum(p.v @ p.v * p.x[0] for p in bodies)


def two_names_of_one(y):
    bodies = bodies_appended(y)
    first = bodies[0].v
    bodies[1].v = first
    first += y[:2] ** 2
    bodies[1].v *= 2.0
    return sum(p.v @ p.v for p in bodies)


def rows_of_one_array(y):
    rows, bodies = np.zeros((3, 2)), []
    for k in range(3):
        bodies.append(Star(1.0 + k, y[2 * k : 2 * k + 2], rows[k]))
    for p in bodies:
        p.v += p.x**2
    rows *= 3.0
    return np.sum(rows**2) + bodies[0].v[0]


def parts_of_attributes(y):
    bodies = bodies_appended(y)
    for p in bodies:
        head = p.v[0:1]
        head += p.x[0] ** 3
        p.v[1] = p.x[1] ** 2
    return sum(p.v @ p.v for p in bodies)


def in_a_dict(y):
    bodies = {}
    for k in range(3):
        bodies[k] = Star(1.0 + k, y[2 * k : 2 * k + 2], np.zeros(2))
    for k in bodies:
        bodies[k].v += bodies[k].x ** 2
    for p in bodies.values():
        p.v[0] *= 2.0
    return sum(p.v @ p.v for p in bodies.values())


@pytest.mark.parametrize(
    "function",
    [
        verlet_of_pairs,
        verlet_of_appended_pairs,
        verlet_by_index,
        verlet_of_appended_by_index,
        factory_of_a_function,
        one_array_of_all,
        written_by_its_own_name,
        two_names_of_one,
        rows_of_one_array,
        parts_of_attributes,
        in_a_dict,
    ],
)
def test_arrays_of_objects_take_up_what_varies(function):
    y, along, h = np.array([0.3, -1.1, 0.8, 1.4, -0.6, 0.5]), np.linspace(-1.0, 0.7, 6), 1e-5
    by_each = [(function(y + h * e) - function(y - h * e)) / (2 * h) for e in np.eye(6)]
    gradient = s2sad.grad(function)
    assert gradient(y) == pytest.approx(np.array(by_each), rel=1e-6, abs=1e-8)
    value, slope = s2sad.jvp(function, (y,), (along,))
    assert value == pytest.approx(function(y), rel=1e-14)
    assert slope == pytest.approx(by_each @ along, rel=1e-6, abs=1e-8)
    curved = (gradient(y + h * along) - gradient(y - h * along)) / (2 * h)
    (product,) = s2sad.hvp(function, (y,), (along,))
    assert product == pytest.approx(curved, rel=1e-6, abs=1e-7)
