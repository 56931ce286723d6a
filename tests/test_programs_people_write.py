"""Numerical programs of the kind that exist already, unmodified, in every mode against differences."""

import collections
import functools
import itertools
import math
import operator

import pytest

# ---------------------------------------------------------------------------------------- differential equations


def runge_kutta(rhs, y, t, h):
    k1 = rhs(t, y)
    k2 = rhs(t + 0.5 * h, [a + 0.5 * h * b for a, b in zip(y, k1)])
    k3 = rhs(t + 0.5 * h, [a + 0.5 * h * b for a, b in zip(y, k2)])
    k4 = rhs(t + h, [a + h * b for a, b in zip(y, k3)])
    return [a + h / 6.0 * (p + 2.0 * q + 2.0 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]


def pendulum(theta, omega, length, damping, steps):
    """A damped pendulum by the classical method, with a right-hand side that captures its parameters."""

    def rhs(t, state):
        angle, speed = state
        return [speed, -9.81 / length * math.sin(angle) - damping * speed + 0.1 * math.cos(t)]

    state = [theta, omega]
    for k in range(steps):
        state = runge_kutta(rhs, state, 0.05 * k, 0.05)
    return state[0] + 0.3 * state[1]


def euler_with_callback(y, rate, on_step, n):
    t, dt = 0.0, 0.1
    while t < n * dt - 1e-12:
        y = y + dt * on_step(t, y, rate)
        t += dt
    return y


def logistic_growth(y, rate):
    return euler_with_callback(y, rate, lambda t, y, r: r * y * (1.0 - y) + 0.01 * t, 8)


def adaptive_heun(y, k):
    """Step-size control: steps that are too wrong are rejected."""
    t, h = 0.0, 0.5
    while t < 1.0:
        h = min(h, 1.0 - t)
        slope = -k * y
        trial = y + h * slope
        corrected = y + 0.5 * h * (slope - k * trial)
        error = abs(corrected - trial)
        if error > 0.02:
            h = h / 2.0
            continue
        t = t + h
        y = corrected
        if error < 0.002:
            h = 2.0 * h
    return y


def leapfrog_orbit(x, y, vx, vy, mass):
    """A planet around a star, kick-drift-kick."""
    dt = 0.02

    def acceleration(x, y):
        r2 = x * x + y * y
        return -mass * x / r2**1.5, -mass * y / r2**1.5

    ax, ay = acceleration(x, y)
    for _ in range(20):
        vx, vy = vx + 0.5 * dt * ax, vy + 0.5 * dt * ay
        x, y = x + dt * vx, y + dt * vy
        ax, ay = acceleration(x, y)
        vx, vy = vx + 0.5 * dt * ax, vy + 0.5 * dt * ay
    return 0.5 * (vx**2 + vy**2) - mass / math.hypot(x, y) + x * y


def heat_equation(left, right, conductivity):
    """An explicit scheme on a list that is made anew in every step."""
    u = [left] + [0.0] * 5 + [right]
    for _ in range(10):
        inner = [u[i] + conductivity * (u[i - 1] - 2.0 * u[i] + u[i + 1]) for i in range(1, len(u) - 1)]
        u = [u[0], *inner, u[-1]]
    return sum(v * v for v in u) + u[3]


# ------------------------------------------------------------------------------------------------- root finders


def newton(f, fprime, x, tolerance=1e-12, limit=50):
    for _ in range(limit):
        step = f(x) / fprime(x)
        x -= step
        if abs(step) < tolerance:
            return x
    raise ArithmeticError("no convergence")


def kepler(mean_anomaly, eccentricity):
    return newton(
        lambda E: E - eccentricity * math.sin(E) - mean_anomaly,
        lambda E: 1.0 - eccentricity * math.cos(E),
        mean_anomaly,
    )


def secant_root(a, b):
    """x**3 + a x = b."""
    x0, x1 = 0.5, 1.5
    f0 = x0**3 + a * x0 - b
    for _ in range(30):
        f1 = x1**3 + a * x1 - b
        if abs(f1) < 1e-14 or f1 == f0:
            break
        x0, x1, f0 = x1, x1 - f1 * (x1 - x0) / (f1 - f0), f1
    return x1


def fixed_point(x, w):
    previous = None
    count = 0
    while previous is None or abs(x - previous) > 1e-13:
        previous, x = x, math.cos(w * x)
        count += 1
        assert count < 500, "diverges"
    return x


def bracketed(p):
    """Bisection to find a bracket, then one Newton step for the derivative."""
    low, high = 0.0, 4.0
    while high - low > 1e-11:
        middle = (low + high) / 2.0
        low, high = (low, middle) if middle * middle * middle > p else (middle, high)
    return middle - (middle**3 - p) / (3.0 * middle**2)


# ---------------------------------------------------------------------------------- series, continued fractions


def continued_fraction(terms, x):
    value = 0.0
    for a, b in reversed(terms):
        value = a * x / (b + value)
    return value


def exponential_integral(x):
    """Lentz's method."""
    tiny = 1e-300
    b = x + 1.0
    c, d = 1.0 / tiny, 1.0 / b
    h = d
    for i in range(1, 200):
        a = -i * i
        b += 2.0
        d = 1.0 / (a * d + b)
        c = b + a / c
        delta = c * d
        h *= delta
        if abs(delta - 1.0) < 1e-15:
            break
    else:
        raise ArithmeticError("too slow")
    return h * math.exp(-x)


def bessel(x, order):
    total, term, k = 0.0, (x / 2.0) ** order / math.factorial(order), 0
    while abs(term) > 1e-17:
        total += term
        k += 1
        term *= -((x / 2.0) ** 2) / (k * (k + order))
    return total


def clenshaw(coefficients, x):
    b1 = b2 = 0.0
    for c in coefficients[:0:-1]:
        b1, b2 = c + 2.0 * x * b1 - b2, b1
    return coefficients[0] + x * b1 - b2


def agm(a, b):
    """The arithmetic-geometric mean, by recursion."""
    if abs(a - b) < 1e-15 * a:
        return a
    return agm((a + b) / 2.0, math.sqrt(a * b))


# --------------------------------------------------------------------------------------------------- quadrature


def simpson(f, a, b, n=10):
    h = (b - a) / n
    total = f(a) + f(b)
    for k in range(1, n):
        total += (4 if k % 2 else 2) * f(a + k * h)
    return total * h / 3.0


def arc_length(a, b, end):
    return simpson(lambda t: math.sqrt((a * math.sin(t)) ** 2 + (b * math.cos(t)) ** 2), 0.1, end)


GAUSS = [(-0.7745966692414834, 5 / 9), (0.0, 8 / 9), (0.7745966692414834, 5 / 9)]


def gauss_legendre(f, a, b):
    middle, half = (a + b) / 2, (b - a) / 2
    return half * sum(w * f(middle + half * x) for x, w in GAUSS)


def double_integral(p, q):
    return gauss_legendre(lambda x: gauss_legendre(lambda y: math.exp(-p * x * y) * q, 0.0, x), 0.0, 1.0)


def romberg(p, levels):
    rows = []
    for k in range(levels):
        n = 2**k
        h = 1.0 / n
        total = 0.5 * (math.sin(0.0) + math.sin(p))
        total += sum(math.sin(p * i * h) for i in range(1, n))
        row = [h * total]
        for j in range(1, k + 1):
            row.append(row[j - 1] + (row[j - 1] - rows[k - 1][j - 1]) / (4**j - 1))
        rows.append(row)
    return rows[-1][-1]


def adaptive(f, a, b, tolerance, depth=0):
    c = (a + b) / 2.0
    whole, left, right = (gauss_legendre(f, *ends) for ends in ((a, b), (a, c), (c, b)))
    if abs(left + right - whole) < tolerance or depth > 10:
        return left + right
    return adaptive(f, a, c, tolerance / 2, depth + 1) + adaptive(f, c, b, tolerance / 2, depth + 1)


def peak(width):
    return adaptive(lambda x: 1.0 / (width + (x - 0.3) ** 2), 0.0, 1.0, 1e-3)


# ----------------------------------------------------------------------------------------------------- finance


def normal_cdf(x):
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


def black_scholes(spot, strike, rate, volatility, time, kind="call"):
    d1 = (math.log(spot / strike) + (rate + 0.5 * volatility**2) * time) / (volatility * math.sqrt(time))
    d2 = d1 - volatility * math.sqrt(time)
    sign = 1 if kind == "call" else -1
    discount = math.exp(-rate * time)
    return sign * (spot * normal_cdf(sign * d1) - strike * discount * normal_cdf(sign * d2))


def implied_volatility(price, spot):
    """Newton's method with the price above, started at 20 %."""
    volatility = 0.2
    for _ in range(20):
        difference = black_scholes(spot, 100.0, 0.02, volatility, 1.0) - price
        up = black_scholes(spot, 100.0, 0.02, volatility + 1e-4, 1.0) - price
        volatility -= difference * 1e-4 / (up - difference)
    return volatility


def binomial_american_put(spot, strike, rate, volatility, steps):
    dt = 1.0 / steps
    up = math.exp(volatility * math.sqrt(dt))
    down = 1.0 / up
    p = (math.exp(rate * dt) - down) / (up - down)
    values = [max(strike - spot * up**k * down ** (steps - k), 0.0) for k in range(steps + 1)]
    for step in range(steps - 1, -1, -1):
        values = [
            max(
                math.exp(-rate * dt) * (p * values[k + 1] + (1.0 - p) * values[k]),
                strike - spot * up**k * down ** (step - k),
            )
            for k in range(step + 1)
        ]
    return values[0]


def bond_duration(rate, coupon, years):
    flows = [coupon] * years
    flows[-1] += 100.0
    present = [flow / (1.0 + rate) ** t for t, flow in enumerate(flows, start=1)]
    price = sum(present)
    return sum(t * p for t, p in enumerate(present, 1)) / price


def bond_duration_with_a_comprehension(rate, coupon, years):
    flows = [coupon + (100.0 if t == years else 0.0) for t in range(1, years + 1)]
    present = [flow / (1.0 + rate) ** t for t, flow in enumerate(flows, start=1)]
    return sum(t * p for t, p in enumerate(present, 1)) / sum(present)


def monte_carlo(spot, volatility, seed):
    """A linear congruential generator, and normal numbers by Box and Muller."""
    state, payoff = seed, 0.0
    for _ in range(6):
        state = (1103515245 * state + 12345) % 2**31
        u = (state + 0.5) / 2**31
        state = (1103515245 * state + 12345) % 2**31
        v = (state + 0.5) / 2**31
        z = math.sqrt(-2.0 * math.log(u)) * math.cos(2.0 * math.pi * v)
        final = spot * math.exp(-0.5 * volatility**2 + volatility * z)
        if final > 1.0:
            payoff += final - 1.0
    return payoff / 6


# ------------------------------------------------------------------------------------- statistics and learning


def log_likelihood(mean, log_sigma, data):
    sigma = math.exp(log_sigma)
    return -sum(0.5 * ((x - mean) / sigma) ** 2 + log_sigma for x in data) - 0.5 * len(data) * math.log(
        2 * math.pi
    )


def logistic_regression(weights, bias, rows, labels):
    loss = 0.0
    for row, label in zip(rows, labels):
        z = bias + sum(w * x for w, x in zip(weights, row))
        loss += math.log1p(math.exp(-abs(z))) + max(z, 0.0) - label * z
    return loss / len(rows) + 0.1 * sum(w**2 for w in weights)


def tiny_network(layers, x):
    """Weights in nested lists, with tanh between the layers."""
    values = [x, 1.0]
    for matrix in layers:
        values = [math.tanh(sum(w * v for w, v in zip(row, values))) for row in matrix]
    return sum(values)


def softmax_entropy(logits, target):
    top = max(logits)
    exps = [math.exp(z - top) for z in logits]
    total = sum(exps)
    return -math.log(exps[target] / total)


def correlation(xs, ys):
    n = len(xs)
    mx, my = sum(xs) / n, sum(ys) / n
    cov = sum((x - mx) * (y - my) for x, y in zip(xs, ys))
    return cov / math.sqrt(sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys))


def viterbi_like(stay, go, observed):
    """A forward algorithm over two states, scaled."""
    alpha = [0.5, 0.5]
    log_likelihood = 0.0
    for o in observed:
        likelihood = (0.9, 0.2) if o else (0.1, 0.8)
        new = [
            likelihood[0] * (alpha[0] * stay + alpha[1] * go),
            likelihood[1] * (alpha[0] * (1.0 - stay) + alpha[1] * (1.0 - go)),
        ]
        scale = sum(new)
        alpha = [a / scale for a in new]
        log_likelihood += math.log(scale)
    return log_likelihood


def kalman(q, r, observed):
    x, p = 0.0, 1.0
    total = 0.0
    for z in observed:
        p = p + q
        s = p + r
        k = p / s
        innovation = z - x
        total -= 0.5 * (innovation**2 / s + math.log(s))
        x += k * innovation
        p *= 1.0 - k
    return total


# ------------------------------------------------------------------------------------------- geometry, mechanics


def polygon_area(points):
    return 0.5 * abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1])))


def robot_arm(angles, lengths):
    x = y = angle = 0.0
    for turn, length in zip(angles, lengths):
        angle += turn
        x += length * math.cos(angle)
        y += length * math.sin(angle)
    return (x - 1.0) ** 2 + (y - 0.5) ** 2


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return sum(map(operator.mul, a, b))


def triple_product(a, b, c):
    return dot(a, cross(b, c)) / math.sqrt(dot(cross(a, b), cross(a, b)))


def great_circle(lat1, lon1, lat2, lon2):
    a, b, c, d = map(math.radians, (lat1, lon1, lat2, lon2))
    h = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2.0 * 6371.0 * math.asin(math.sqrt(h))


def lennard_jones(positions, epsilon=1.0, sigma=1.0):
    energy = 0.0
    for p, q in itertools.combinations(positions, 2):
        s6 = (sigma**2 / sum((a - b) ** 2 for a, b in zip(p, q))) ** 3
        energy += 4.0 * epsilon * (s6**2 - s6)
    return energy


def projectile(speed, angle, drag):
    """Until it is on the ground; the last step is cut to end there."""
    x, y = 0.0, 0.0
    vx, vy = speed * math.cos(angle), speed * math.sin(angle)
    dt = 0.05
    while True:
        ax, ay = -drag * vx, -9.81 - drag * vy
        new_y = y + dt * vy
        if new_y < 0.0:
            return x + vx * y / -vy
        x, y = x + dt * vx, new_y
        vx, vy = vx + dt * ax, vy + dt * ay


# ------------------------------------------------------------------------------------- algorithms and functions


@functools.cache
def binomial(n, k):
    return 1 if k in (0, n) else binomial(n - 1, k - 1) + binomial(n - 1, k)


def bernstein(coefficients, t):
    n = len(coefficients) - 1
    return sum(c * binomial(n, k) * t**k * (1 - t) ** (n - k) for k, c in enumerate(coefficients))


def de_casteljau(points, t):
    while len(points) > 1:
        points = [(1.0 - t) * a + t * b for a, b in zip(points, points[1:])]
    return points[0]


def power(x, n):
    if n < 0:
        return 1.0 / power(x, -n)
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    return half * half * (x if n % 2 else 1.0)


def cholesky_log_determinant(a, b, c):
    """Of [[a, b], [b, c]], with early failure."""
    if a <= 0.0:
        raise ValueError("not positive definite")
    l11 = math.sqrt(a)
    l21 = b / l11
    rest = c - l21**2
    if rest <= 0.0:
        raise ValueError("not positive definite")
    return 2.0 * (math.log(l11) + math.log(math.sqrt(rest)))


def thomas(lower, diagonal, upper, right):
    """A tridiagonal system, with lists that grow."""
    c, d = [upper / diagonal], [right[0] / diagonal]
    for r in right[1:]:
        m = diagonal - lower * c[-1]
        c.append(upper / m)
        d.append((r - lower * d[-1]) / m)
    x = d[-1]
    total = x * x
    for ci, di in zip(reversed(c[:-1]), reversed(d[:-1])):
        x = di - ci * x
        total += x * x
    return total


def interpolate(xs, ys, x):
    for x0, x1, y0, y1 in zip(xs, xs[1:], ys, ys[1:]):
        if x0 <= x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    raise ValueError("outside of the table")


def piecewise(x, a, b):
    match (x > a, x > b):
        case (False, _):
            return x * a
        case (True, False):
            return x * x * b
        case _:
            return a + b * math.sin(x)


def compose(*functions):
    return functools.reduce(lambda f, g: lambda x: g(f(x)), functions)


def composed(x, w):
    return compose(math.sin, lambda t: t * w, math.exp, lambda t: t + x)(x)


def pipeline_by_name(x, w, steps):
    table = {
        "double": lambda t: 2.0 * t,
        "wave": math.sin,
        "square": lambda t: t**2,
        "scale": functools.partial(operator.mul, 3.0),
    }
    for step in steps:
        x = table[step](x) * w
    return x


def complex_response(r, l, c):  # noqa: E741
    """The damping of an RLC circuit."""
    omega = 2.0
    z = r + 1j * omega * l + 1.0 / (1j * omega * c)
    return abs(z)


def shadow_price(demand, capacities):
    """Sorted supply, filled one after the other."""
    cost, left = 0.0, demand
    for price, capacity in sorted(capacities):
        used = min(left, capacity)
        cost += price * used * (1.0 + 0.1 * used)
        left -= used
        if left <= 0.0:
            break
    return cost


def string_program(x, y, program):
    """A stack machine."""
    stack = []
    for word in program.split():
        if word == "x":
            stack = [*stack, x]
        elif word == "y":
            stack = [*stack, y]
        elif word in "+*":
            right, left = stack[-1], stack[-2]
            stack = stack[:-2] + [left + right if word == "+" else left * right]
        else:
            stack = [*stack, float(word)]
    return stack[0]


Options = collections.namedtuple("Options", "rate years")


def with_options(x, options):
    total = x
    for _ in range(options.years):
        total *= 1.0 + options.rate
    return total * x


def best_list_so_far(x):
    """A name that is None first, and then a list."""
    best = None
    for k in range(3):
        candidate = [x * i - i * i * 0.1 for i in range(k + 1)]
        if best is None or sum(candidate) > sum(best):
            best = candidate
    return sum(best) * best[-1]


DATA = [0.3, -1.2, 0.8, 2.1]

PROGRAMS = [
    (pendulum, (0.5, 0.1, 1.2, 0.3, 6)),
    (logistic_growth, (0.2, 1.3)),
    (adaptive_heun, (1.0, 1.7)),
    (leapfrog_orbit, (1.0, 0.1, 0.2, 0.9, 1.1)),
    (heat_equation, (1.0, 0.3, 0.2)),
    (kepler, (0.8, 0.3)),
    (secant_root, (1.3, 2.0)),
    (fixed_point, (0.5, 0.9)),
    (continued_fraction, ([(1, 1), (1, 3), (4, 5), (9, 7)], 0.4)),
    (exponential_integral, (1.7,)),
    (bessel, (1.3, 2)),
    (clenshaw, ([0.5, -0.2, 0.3, 0.1], 0.4)),
    (agm, (1.0, 2.3)),
    (arc_length, (1.0, 2.0, 1.4)),
    (double_integral, (0.7, 1.3)),
    (romberg, (1.4, 4)),
    (peak, (0.2,)),
    (black_scholes, (100.0, 95.0, 0.03, 0.2, 1.5)),
    (black_scholes, (100.0, 95.0, 0.03, 0.2, 1.5, "put")),
    (implied_volatility, (9.0, 100.0)),
    (binomial_american_put, (40.0, 42.0, 0.05, 0.3, 5)),
    (bond_duration_with_a_comprehension, (0.04, 5.0, 4)),
    (monte_carlo, (1.1, 0.3, 12345)),
    (log_likelihood, (0.2, 0.1, DATA)),
    (logistic_regression, ([0.3, -0.4], 0.1, [(1, 2), (-1, 1), (2, -1)], [1, 0, 1])),
    (tiny_network, ([[[0.3, -0.1], [0.2, 0.5]], [[0.7, -0.4]]], 0.6)),
    (softmax_entropy, ([0.2, 1.5, -0.3], 1)),
    (correlation, ([0.3, 1.2, 2.0], [0.1, 0.9, 2.5])),
    (viterbi_like, (0.8, 0.3, [1, 1, 0, 1, 0])),
    (kalman, (0.1, 0.4, DATA)),
    (polygon_area, ([(0.0, 0.1), (2.0, 0.0), (2.5, 1.5), (0.3, 1.0)],)),
    (robot_arm, ([0.3, -0.4, 0.8], [1.0, 0.7, 0.4])),
    (triple_product, ((1.0, 0.2, 0.1), (0.3, 1.1, -0.2), (0.1, 0.4, 0.9))),
    (great_circle, (48.1, 11.6, 52.5, 13.4)),
    (lennard_jones, ([(0.0, 0.1, 0.0), (1.2, 0.0, 0.1), (0.3, 1.3, 0.2)],)),
    (projectile, (5.0, 0.7, 0.1)),
    (bernstein, ([0.2, 0.7, -0.1, 0.5], 0.3)),
    (de_casteljau, ([0.2, 0.7, -0.1, 0.5], 0.3)),
    (power, (1.3, -5)),
    (cholesky_log_determinant, (2.0, 0.3, 1.5)),
    (thomas, (-0.3, 2.0, -0.4, [1.0, 0.5, 0.2, 0.9])),
    (interpolate, ([0.0, 1.0, 2.5, 4.0], [0.3, 0.8, 0.1, 0.9], 1.7)),
    (piecewise, (0.4, 0.5, 1.5)),
    (piecewise, (0.9, 0.5, 1.5)),
    (piecewise, (1.9, 0.5, 1.5)),
    (composed, (0.4, 1.2)),
    (pipeline_by_name, (0.4, 1.2, ["wave", "scale", "square", "double"])),
    (complex_response, (1.0, 0.4, 0.7)),
    (shadow_price, (2.7, [(3, 1), (1, 2), (2, 1)])),
    (string_program, (0.4, 1.3, "x y * x 2.5 + *")),
    (best_list_so_far, (0.4,)),
    (with_options, (1.2, Options(0.1, 3))),
]
UNSUPPORTED = {
    with_options: "the fields of a named tuple are attributes of an active value",
}


@pytest.mark.parametrize(("fun", "args"), PROGRAMS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_program(check, request, fun, args):
    if fun in UNSUPPORTED:
        request.applymarker(pytest.mark.xfail(strict=True, reason=UNSUPPORTED[fun]))
    check(fun, *args)


def test_bisection_and_one_step(check):
    check(bracketed, 7.0, second_order=False)
