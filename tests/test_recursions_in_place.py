"""Functions that call themselves, and write to arrays that they are given: by places, by views, and by several names."""

import numpy as np
import pytest

import s2sad

POINT = np.array([0.7, -0.4, 1.3, 0.5, 0.9, -1.1])


def fft_inplace(x):
    a = x[:4] * (1 + 0j)
    _fft(a)
    return float(np.sum(np.abs(a) ** 4))


def _fft(a):
    n = len(a)
    if n == 1:
        return
    even, odd = a[::2].copy(), a[1::2].copy()
    _fft(even)
    _fft(odd)
    for k in range(n // 2):
        t = np.exp(-2j * np.pi * k / n) * odd[k]
        a[k] = even[k] + t
        a[k + n // 2] = even[k] - t


def prefix_dc(x):
    a = x.copy()
    _prefix(a, 0, len(a))
    return np.sum(a**2)


def _prefix(a, lo, hi):
    if hi - lo <= 1:
        return
    mid = (lo + hi) // 2
    _prefix(a, lo, mid)
    _prefix(a, mid, hi)
    for i in range(mid, hi):
        a[i] += a[mid - 1] * 0.5


def prefix_views(x):
    a = x * x
    _prefix_v(a)
    return np.sum(a**2 * x)


def _prefix_v(a):
    n = len(a)
    if n <= 1:
        return
    left, right = a[: n // 2], a[n // 2 :]
    _prefix_v(left)
    _prefix_v(right)
    right += left[-1] * 0.3


def quicksort(x):
    a = x.copy()
    _sorted(a, 0, len(a) - 1)
    return sum(a[i] * (i + 1) ** 2 for i in range(len(a))) + np.sum(a**3)


def _sorted(a, lo, hi):
    if lo >= hi:
        return
    p = a[hi]
    i = lo
    for j in range(lo, hi):
        if a[j] < p:
            a[i], a[j] = a[j], a[i]
            i += 1
    a[i], a[hi] = a[hi], a[i]
    _sorted(a, lo, i - 1)
    _sorted(a, i + 1, hi)


def haar(x):
    a = x[:4].copy()
    _haar(a)
    return np.sum(a**3)


def _haar(a):
    n = len(a)
    if n < 2:
        return a
    s = (a[::2] + a[1::2]) / 2
    d = (a[::2] - a[1::2]) / 2
    a[: n // 2] = s
    a[n // 2 :] = d * d
    return _haar(a[: n // 2])


def places_and_slices(x):
    a = x * 1.0
    _growing(a, 3)
    return np.sum(a**2)


def _growing(a, n):
    if n > 0:
        h = a[:n]
        h += a[1] * 0.3
        _growing(a, n - 1)
        a[n] *= h[0]


def tails(x):
    a = x * 1.0
    _tails(a)
    return np.sum(a**2)


def _tails(a):
    if len(a) > 1:
        a[1:] += a[0] * a[1:]
        _tails(a[1:])


def halves(x):
    a = x * 1.0
    _halves(a)
    return np.sum(a**2)


def _halves(a):
    n = len(a)
    if n > 1:
        left, right = a[: n // 2], a[n // 2 :]
        _halves(left)
        _halves(right)
        right += left[-1] * 0.3


def joined(x):
    return np.sum(_joined(x * x)[0] ** 3)


def _joined(a):
    n = len(a)
    if n < 2:
        return a, 1
    low, _ = _joined(a[: n // 2])
    r, k = _joined(a[n // 2 :])
    out = np.zeros(n)
    out[: n // 2] = low
    out[n // 2 :] = r * low[0]
    return out, k + 1


def two_arrays(x):
    a, b = x.copy(), np.zeros(6)
    _moved(3, a, b)
    return np.sum(a * b)


def _moved(n, a, b):
    if n == 0:
        return
    _moved(n - 1, b, a)
    a[n] += b[n - 1] * 0.5
    b[n] = a[n] * a[n - 1]
    _moved(n - 1, a, b)


def same_twice(x):
    a = x.copy()
    _add(a, a, 3)
    return np.sum(a**2)


def _add(a, b, n):
    if n > 0:
        a[n] += b[n - 1] * b[n]
        _add(b, a, n - 1)
        b[0] *= a[n]


def overlapping(x):
    a = x * 2
    _add(a[:4], a[1:5], 3)
    return np.sum(a**2)


def read_only_alias(x):
    a = x * 2
    _weighted(a, a[2:], 3)
    return np.sum(a**2)


def _weighted(a, b, n):
    if n > 0:
        t = b[1] * b[0]
        a[n] += t
        _weighted(a, b, n - 1)
        a[0] += b[0] * t


def other_array(x):
    a, b = x * 2, np.sin(x)
    _weighted(a, b, 3)
    b[1] = 4.0
    return np.sum(a**2) + np.sum(b * x)


def scalars_only(x):
    a = np.zeros(4)
    _fill(a, x[0], 3)
    return np.sum(a * a)


def _fill(a, s, n):
    if n >= 0:
        a[n] = s**n
        _fill(a, s * 1.5, n - 1)


def matrix_blocks(x):
    m = np.outer(x, x) + np.eye(6) * 3
    _lu(m)
    return np.prod(np.diag(m))


def _lu(m):
    if len(m) <= 1:
        return
    m[1:, 0] /= m[0, 0]
    m[1:, 1:] -= np.outer(m[1:, 0], m[0, 1:])
    _lu(m[1:, 1:])


def mergesort(x):
    a, tmp = x.copy(), np.zeros(6)
    _merged(a, tmp, 0, 6)
    return np.sum(a * np.arange(6) ** 2) + np.sum(tmp**2)


def _merged(a, tmp, lo, hi):
    if hi - lo < 2:
        return
    mid = (lo + hi) // 2
    _merged(a, tmp, lo, mid)
    _merged(a, tmp, mid, hi)
    i, j = lo, mid
    for k in range(lo, hi):
        if i < mid and (j >= hi or a[i] <= a[j]):
            tmp[k] = a[i]
            i += 1
        else:
            tmp[k] = a[j]
            j += 1
    a[lo:hi] = tmp[lo:hi]


def mutual(x):
    a = x.copy()
    _even(a, 4)
    return np.sum(a**3)


def _even(a, n):
    if n > 0:
        a[n] *= a[n - 1]
        _odd(a, n - 1)


def _odd(a, n):
    if n > 0:
        a[n - 1] += a[n] ** 2
        _even(a, n - 1)


def multigrid(x):
    u = x * 0.1
    _vcycle(u, x.copy())
    return np.sum(u**2)


def _vcycle(u, f):
    n = len(u)
    if n <= 2:
        u += 0.5 * (f - 2 * u)
        return
    r = f - 2.0 * u
    r[1:-1] += u[2:] + u[:-2]
    e = np.zeros(n // 2)
    _vcycle(e, r[: 2 * (n // 2) : 2])
    u[: 2 * (n // 2) : 2] += e
    u[1:-1] += 0.2 * (f[1:-1] - u[:-2])


def returns_view(x):
    a = x.copy()
    h = _down(a)
    h[0] += a[1] ** 2
    a[0] *= 2
    return np.sum(a**2) + h[0] ** 2


def _down(a):
    a[0] *= 1.5
    if len(a) > 2:
        return _down(a[1:])
    return a


def returns_either(x):
    a = x.copy()
    h = _either(a, 3)
    h *= a[0]
    a[2] = h[1] * 2
    return np.sum(a**2) + np.sum(h)


def _either(a, n):
    a[n] += a[n - 1]
    if n > 1:
        return _either(a, n - 1)
    if a[0] > 0.5:
        return a
    return a * 2.0


def rows_passed(x):
    rows = [x[:3].copy(), x[3:].copy()]
    _sweep(rows, 3)
    return np.sum(rows[0] * rows[1])


def _sweep(rows, k):
    if k > 0:
        rows[k % 2][k - 1] += rows[0][1] * rows[1][0]
        _sweep(rows, k - 1)
        rows[0] *= 1.1


def dict_passed(x):
    d = {"u": x.copy(), "v": np.zeros(6)}
    _dict(d, 3)
    return np.sum(d["u"] * d["v"])


def _dict(d, k):
    if k > 0:
        d["v"][k] += d["u"][k - 1]
        _dict(d, k - 1)
        d["u"] *= d["v"][k]


def backtracking(x):
    used = np.zeros(4)
    path = np.zeros(4)
    return _tried(x, used, path, 0)


def _tried(x, used, path, d):
    if d == 3:
        return path[0] * path[1] + path[2] ** 2
    total = 0.0
    for i in range(4):
        if used[i] == 0:
            used[i] = 1
            path[d] = x[i] * (d + 1)
            total += _tried(x, used, path, d + 1)
            used[i] = 0
    return total


def closure_rec(x):
    a = x.copy()

    def go(k):
        if k > 0:
            a[k] += a[k - 1] * 0.5
            go(k - 1)
            a[k - 1] *= a[k]

    go(4)
    return np.sum(a**2)


def in_loop(x):
    a = x.copy()
    for t in range(3):
        _weighted(a, x * t, 2)
        a *= 0.9
    return np.sum(a**2)


def in_branch(x):
    a = x.copy()
    if x[0] > 0:
        _even(a, 3)
    else:
        _odd(a, 2)
    return np.sum(a**2)


PROGRAMS = (
    fft_inplace,
    prefix_dc,
    prefix_views,
    quicksort,
    haar,
    places_and_slices,
    tails,
    halves,
    joined,
    two_arrays,
    same_twice,
    overlapping,
    read_only_alias,
    other_array,
    scalars_only,
    matrix_blocks,
    mergesort,
    mutual,
    multigrid,
    returns_view,
    returns_either,
    rows_passed,
    dict_passed,
    backtracking,
    closure_rec,
    in_loop,
    in_branch,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_both_modes_and_the_second_order(program):
    s2sad.check_grads(program, (POINT.copy(),))


def test_the_forward_sweep_hands_on_the_shadow():
    source = s2sad.emit(halves, POINT)
    assert "_halves_fwd(left, left_bar)" in source
