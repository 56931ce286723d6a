"""Programs that write containers, as people write them."""

import bisect
import collections
import copy
import functools
import itertools
import math

import numpy as np


def thomas(a, b, n):
    """A tridiagonal system on lists, by elimination."""
    lower, diagonal, upper = [a] * n, [b + 0.1 * i for i in range(n)], [a * 0.5] * n
    right = [math.sin(i + 1.0) for i in range(n)]
    for i in range(1, n):
        m = lower[i] / diagonal[i - 1]
        diagonal[i] -= m * upper[i - 1]
        right[i] = right[i] - m * right[i - 1]
    x = [0.0] * n
    x[-1] = right[-1] / diagonal[-1]
    for i in range(n - 2, -1, -1):
        x[i] = (right[i] - upper[i] * x[i + 1]) / diagonal[i]
    return sum(v * v for v in x)


def edit_distance(insertion, change):
    """Dynamic programming in a list of lists."""
    s, t = "kitten", "sitting"
    d = [[0.0] * (len(t) + 1) for _ in range(len(s) + 1)]
    for i in range(1, len(s) + 1):
        d[i][0] = i * insertion
    for j in range(1, len(t) + 1):
        d[0][j] = j * insertion
    for i in range(1, len(s) + 1):
        for j in range(1, len(t) + 1):
            cost = 0.0 if s[i - 1] == t[j - 1] else change
            d[i][j] = min(d[i - 1][j] + insertion, d[i][j - 1] + insertion, d[i - 1][j - 1] + cost)
    return d[-1][-1] ** 2


def lattice_paths(x, y):
    """Dynamic programming in a dict with pairs for keys."""
    table = {(0, 0): 1.0}
    for i in range(4):
        for j in range(4):
            if (i, j) == (0, 0):
                continue
            left = table[i, j - 1] if j > 0 else 0.0
            below = table[(i - 1, j)] if i > 0 else 0.0
            table[i, j] = x * left + y * below + 0.1 * x * y
    return table[3, 3]


def memoised_loop(x):
    """Numbers kept by their index in a dict."""
    memo = {0: x, 1: x * x}
    for n in range(2, 9):
        if n not in memo:
            memo[n] = 0.5 * memo[n - 1] + math.sin(memo[n - 2])
    return memo[8]


def stack_machine(x, y):
    """Reverse Polish notation."""
    stack = []
    for word in "x y * x sin + y 2 ^ - x *".split():
        if word == "x":
            stack.append(x)
        elif word == "y":
            stack.append(y)
        elif word == "2":
            stack.append(2)
        elif word == "sin":
            stack.append(math.sin(stack.pop()))
        else:
            b = stack.pop()
            a = stack.pop()
            if word == "*":
                stack.append(a * b)
            elif word == "+":
                stack.append(a + b)
            elif word == "-":
                stack.append(a - b)
            else:
                stack.append(a**b)
    return stack.pop()


def breadth_first(x):
    """A queue of pairs of depth and value."""
    queue = collections.deque([(0, x)])
    total = 0.0
    while queue:
        depth, value = queue.popleft()
        total += value * value
        if depth < 3:
            queue.append((depth + 1, 0.5 * value))
            queue.append((depth + 1, math.sin(value)))
    return total


def moving_average(xs):
    """A window that slides over a list."""
    window = collections.deque(maxlen=3)
    out = []
    for x in xs:
        window.append(x)
        out.append(sum(window) / len(window))
    return sum(v * v for v in out)


def sliding_maximum(xs):
    """The indices of a monotonous queue."""
    queue = collections.deque()
    total = 0.0
    for i, x in enumerate(xs):
        while queue and xs[queue[-1]] <= x:
            queue.pop()
        queue.append(i)
        if queue[0] <= i - 3:
            queue.popleft()
        total += xs[queue[0]] ** 2
    return total


def polynomial_product(a, b):
    def times(p, q):
        r = [0.0] * (len(p) + len(q) - 1)
        for i, u in enumerate(p):
            for j, v in enumerate(q):
                r[i + j] += u * v
        return r

    p = [1.0]
    for _ in range(3):
        p = times(p, [a, b, 1.0])
    return p[2] * p[3]


def polynomial_division(a, b):
    rest, quotient = [1.0, a, b, a * b, 2.0], []
    divisor = [1.0, b]
    while len(rest) >= len(divisor):
        factor = rest[0] / divisor[0]
        quotient.append(factor)
        for i in range(len(divisor)):
            rest[i] -= factor * divisor[i]
        rest.pop(0)
    return sum(quotient) * rest[0]


def horner_derivatives(x, c):
    values = [0.0] * 3
    for a in (1.0, c, 2.0, -c):
        for k in (2, 1):
            values[k] = values[k] * x + k * values[k - 1]
        values[0] = values[0] * x + a
    return values[0] * values[1] + values[2]


def sparse_product(x, y):
    """A sparse matrix as a dict of dicts."""
    rows = {}
    for i, j, v in [(0, 0, x), (0, 2, y), (1, 1, x * y), (2, 0, 1.0), (0, 0, 0.5)]:
        row = rows.setdefault(i, {})
        row[j] = row.get(j, 0.0) + v
    vector = [x, 1.0, y]
    result = [0.0] * 3
    for i, row in rows.items():
        for j, v in row.items():
            result[i] += v * vector[j]
    return result[0] * result[1] + result[2]


def shortest_paths(a, b):
    """Adjacency lists with weights, by Bellman and Ford."""
    edges = collections.defaultdict(list)
    edges["s"].append(("u", a))
    edges["s"].append(("v", b * b))
    edges["u"].append(("v", a * b))
    edges["u"].append(("t", 2.0 * b))
    edges["v"].append(("t", a))
    far = {"s": 0.0}
    for _ in range(4):
        for start in list(far):
            for end, weight in edges[start]:
                new = far[start] + weight
                if end not in far or new < far[end]:
                    far[end] = new
    return far["t"] ** 2


def bubble_sort(xs):
    items = list(xs)
    for i in range(len(items)):
        for j in range(len(items) - 1 - i):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
    return sum((i + 1) * v * v for i, v in enumerate(items))


def insertion_sort(xs):
    items = list(xs)
    for i in range(1, len(items)):
        key = items[i]
        j = i - 1
        while j >= 0 and items[j] > key:
            items[j + 1] = items[j]
            j -= 1
        items[j + 1] = key
    return sum((i + 1) * v * v for i, v in enumerate(items))


def quick_sorted(xs):
    """Partition in place, with a stack of ranges."""
    items = xs[:]
    ranges = [(0, len(items) - 1)]
    while ranges:
        low, high = ranges.pop()
        if low >= high:
            continue
        pivot, i = items[high], low
        for j in range(low, high):
            if items[j] < pivot:
                items[i], items[j] = items[j], items[i]
                i += 1
        items[i], items[high] = items[high], items[i]
        ranges.append((low, i - 1))
        ranges.append((i + 1, high))
    return sum((i + 1) * v * v for i, v in enumerate(items))


def inverse_by_gauss(a, b):
    """Gauss and Jordan with pivots, on lists of lists."""
    matrix = [[0.1, a, 1.0], [a, b, 2.0], [1.0, a * b, 0.5]]
    n = len(matrix)
    work = [row[:] + [1.0 if i == j else 0.0 for j in range(n)] for i, row in enumerate(matrix)]
    for c in range(n):
        pivot = max(range(c, n), key=lambda r: abs(work[r][c]))
        if pivot != c:
            work[c], work[pivot] = work[pivot], work[c]
        p = work[c][c]
        work[c] = [v / p for v in work[c]]
        for r in range(n):
            if r != c:
                f = work[r][c]
                for k in range(2 * n):
                    work[r][k] -= f * work[c][k]
    return sum(work[i][n + i] for i in range(n)) + work[0][n + 2]


def cholesky(a, b):
    matrix = [[4.0 + a, b, 0.5], [b, 3.0 + a * a, a], [0.5, a, 5.0]]
    low = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(i + 1):
            s = sum(low[i][k] * low[j][k] for k in range(j))
            low[i][j] = math.sqrt(matrix[i][i] - s) if i == j else (matrix[i][j] - s) / low[j][j]
    return sum(math.log(low[i][i]) for i in range(3)) + low[2][0]


def grouped(xs):
    groups = collections.defaultdict(list)
    for i, x in enumerate(xs):
        groups["even" if i % 2 == 0 else "odd"].append(x)
    return sum(math.prod(items) * len(items) for items in groups.values())


def counted(xs):
    totals = collections.defaultdict(float)
    for i, x in enumerate(xs):
        totals[i % 3] += x * x
    return max(totals.values()) + totals[1] * totals[2]


def two_names(x, y):
    one = [x, y]
    other = one
    other[0] *= y
    one.append(other[0])
    return other[2] * one[1] + sum(other)


def row_seven_times(x):
    """Each row is the same list."""
    rows = [[x, 1.0]] * 3
    rows[0][1] = x * x
    return sum(row[1] for row in rows)


def swapped_buffers(x):
    """The heat equation by two lists that change their names."""
    old, new = [0.0, x, x * x, 1.0, 0.0], [0.0] * 5
    for _ in range(4):
        for i in range(1, 4):
            new[i] = old[i] + 0.2 * (old[i - 1] - 2.0 * old[i] + old[i + 1] ** 2)
        old, new = new, old
    return sum(v * v for v in old)


def scale_in_place(items, factor):
    for i in range(len(items)):
        items[i] *= factor


def helper_writes(x, y):
    items = [x, y, 1.0]
    scale_in_place(items, x)
    scale_in_place(items, math.sin(y))
    return items[0] + items[1] * items[2]


class Recorder:
    def __init__(self):
        self.history = []
        self.best = {}

    def record(self, name, value):
        self.history.append(value)
        self.best[name] = max(value, self.best.get(name, value))


def list_of_an_object(x):
    recorder = Recorder()
    for k in range(4):
        recorder.record("ab"[k % 2], math.sin(x * (k + 1)))
    recorder.history[0] = recorder.history[-1] * x
    return sum(recorder.history) * recorder.best["a"] + recorder.best["b"]


def enclosing_list(x):
    trace = [x]

    def step(v):
        trace.append(v * trace[-1])
        trace[0] += v
        return len(trace)

    for k in range(3):
        step(math.cos(x + k))
    return trace[0] * trace[-1]


def slices(x, y):
    items = [x, y, x * y, 1.0, 2.0, x + y]
    items[1:3] = [items[2] * x]
    items[::2] = [y, y * y, x]
    items[:0] = (x, 3.0)
    del items[-1:]
    return sum((i + 1) * v * v for i, v in enumerate(items))


def deleted_and_inserted(x, y):
    items = [x, y, x * y]
    items.insert(1, math.sin(x))
    del items[0]
    items.insert(0, items.pop())
    items.remove(y)
    items.extend(v * v for v in (x, y))
    items.reverse()
    return sum((i + 1) * v * v for i, v in enumerate(items)) + items.index(x * x)


def sorted_by_key(xs):
    pairs = [(i, x * math.cos(3.0 * x)) for i, x in enumerate(xs)]
    pairs.sort(key=lambda pair: pair[1], reverse=True)
    return sum(k * value * (i + 1) for k, (i, value) in enumerate(pairs))


def merged_dicts(x, y):
    defaults = {"rate": x, "bound": 1.0}
    given = {"rate": y * y}
    both = {**defaults, **given, "more": x * y}
    both.update(bound=both["bound"] * x)
    both |= {"last": both["rate"] * x}
    third = defaults | both
    third.update({"rate": third["rate"] + 1.0})
    return sum(v * v for v in third.values()) + len(third) * defaults["rate"]


def dict_methods(x, y):
    d = dict(a=x, b=y)
    d.setdefault("c", x * y)
    d.setdefault("a", 100.0)
    d["a"] += d.pop("b") * 3.0
    key, value = d.popitem()
    del d["a"]
    e = {name: x * k for k, name in enumerate(["p", "q", "r"])}
    e[key] = value + e.get("zz", y)
    e.pop("none", None)
    return sum(e.values()) * value + len(d)


def dict_comprehension(xs):
    squares = {i: x * x for i, x in enumerate(xs) if i != 1}
    inverse = {k: v for k, v in sorted(squares.items(), key=lambda kv: -kv[1])}
    return sum((n + 1) * v for n, v in enumerate(inverse.values()))


def argument_is_written(xs):
    xs[0] = xs[1] * xs[2]
    xs.append(xs[0] ** 2)
    xs.sort()
    return xs[0] * xs[-1] + xs[1]


def dict_is_written(params):
    params["a"] = params["a"] * params["b"]
    params["c"] = math.sin(params["a"])
    return sum(params.values())


def arrays_in_a_list(x):
    layers = [x, 2.0 * x]
    for k in range(3):
        layers[k % 2] = np.tanh(layers[(k + 1) % 2]) + 0.1 * layers[k % 2]
        layers.append(layers[-1] * x)
    return np.sum(np.stack(layers) ** 2)


def arrays_in_a_dict(w, x):
    cache = {}
    cache["h"] = np.tanh(w @ x)
    for k in range(2):
        cache[f"h{k}"] = np.tanh(w @ cache["h"])
        cache["h"] = cache["h"] + cache[f"h{k}"]
    return np.sum(cache["h"] ** 2) + np.sum(cache["h0"])


def adam(theta):
    """First and second moments by the name of the parameter."""
    params = {"w": theta, "b": theta * theta}
    first = {k: 0.0 for k in params}
    second = dict.fromkeys(params, 0.0)
    for t in range(1, 4):
        for k in params:
            g = 2.0 * params[k] - math.sin(params[k])
            first[k] = 0.9 * first[k] + 0.1 * g
            second[k] = 0.99 * second[k] + 0.01 * g * g
            up = first[k] / (1 - 0.9**t)
            params[k] -= 0.1 * up / (math.sqrt(second[k] / (1 - 0.99**t)) + 1e-3)
    return params["w"] * params["b"]


def accumulated(xs):
    sums = [0.0]
    for x in xs:
        sums.append(sums[-1] + x)
    sums[0] = sums[-1]
    return sum(a * b for a, b in zip(sums, sums[1:])) + sum(itertools.accumulate(sums))


def in_try(x, key):
    table = {"a": x}
    try:
        y = table[key]
    except KeyError:
        y = x * x
        table[key] = y
    return table.get("b", 1.0) * y + table["a"]


def tree_in_lists(x):
    """A heap by index, sifted up."""
    heap = []
    for v in (x, x * x, math.sin(x), 0.3, 2.0 * x):
        heap.append(v)
        i = len(heap) - 1
        while i > 0 and heap[(i - 1) // 2] > heap[i]:
            heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
            i = (i - 1) // 2
    return sum((k + 1) * v * v for k, v in enumerate(heap))


def game_of_heat(x):
    """A copy of a grid, deep and shallow."""
    grid = [[x, 1.0], [0.5, x * x]]
    new = copy.deepcopy(grid)
    shallow = grid.copy()
    new[0][0] = grid[0][0] * grid[1][1]
    shallow[0] = [x * 3.0, 1.0]
    shallow[1][0] = x
    return sum(map(sum, new)) * grid[1][0] + grid[0][0] * shallow[0][0]


def nested_lists_of_dicts(x, y):
    bodies = [{"m": 1.0, "x": x, "v": y}, {"m": x * y, "x": 2.0, "v": 0.0}]
    for _ in range(3):
        for body in bodies:
            for other in bodies:
                if other is not body:
                    d = other["x"] - body["x"]
                    body["v"] += 0.1 * other["m"] * d
        for body in bodies:
            body["x"] += 0.1 * body["v"]
    return sum(b["m"] * b["v"] ** 2 for b in bodies)


def unrolled_while(x):
    values = [x]
    while values[-1] < 5.0:
        values.append(values[-1] * 1.5 + 0.1 * values[0])
    while len(values) > 2:
        last = values.pop()
        values[-1] += 0.2 * last * last
    return values[0] * values[1]


def choose_a_list(x, y):
    small, large = [x], [y, x * y]
    for k in range(5):
        target = small if k * x % 0.6 < 0.3 else large
        target.append(target[-1] * x + k)
    return sum(small) * sum(large)


def neural_tape(x, y):
    """A Wengert list of its own: values and adjoints in lists, the derivative of a derivative."""
    values, nodes = [x, y], []

    def push(value, parents):
        values.append(value)
        nodes.append(parents)
        return len(values) - 1

    a = push(values[0] * values[1], [(0, values[1]), (1, values[0])])
    b = push(math.sin(values[a]), [(a, math.cos(values[a]))])
    c = push(values[b] * values[0], [(b, values[0]), (0, values[b])])
    adjoints = [0.0] * len(values)
    adjoints[c] = 1.0
    for k in reversed(range(len(nodes))):
        for parent, partial in nodes[k]:
            adjoints[parent] += partial * adjoints[k + 2]
    return adjoints[0] * adjoints[1]


def reduce_into_a_list(xs):
    def step(acc, x):
        acc.append(acc[-1] * x + 1.0)
        return acc

    return sum(functools.reduce(step, xs, [1.0]))


def bisected(x):
    """A table of constants is looked up; the values beside them are written."""
    grid, values = [0.0, 1.0, 2.0, 3.0], [x * x * k for k in range(4)]
    i = bisect.bisect(grid, 1.4)
    values[i] += x
    t = 1.4 - grid[i - 1]
    return (1.0 - t) * values[i - 1] + t * values[i]


def ordered_dict(x):
    d = collections.OrderedDict()
    for k in "cab":
        d[k] = x * ord(k) / 100.0
    d.move_to_end("c")
    d["a"] *= x
    return sum((i + 1) * v for i, v in enumerate(d.values()))


def star_and_unpacking(x, y):
    first, *rest = [x, y, x * y]
    rest.append(first)
    rest[0] = rest[-1] * rest[0]
    a, b, c = rest
    items = [*rest, *[a, b]]
    items[1] = c * c
    return sum((i + 1) * v for i, v in enumerate(items))


def rotated(xs):
    ring = collections.deque(xs)
    ring.rotate(2)
    ring[0] = ring[1] * ring[-1]
    ring.extendleft([1.0, ring[0]])
    ring.appendleft(ring.pop())
    return sum((i + 1) * v * v for i, v in enumerate(ring))


def runge_kutta(k, m):
    """A system of equations with the state in a list that a function makes anew."""

    def rhs(s):
        return [s[1], -k / m * s[0]]

    s = [1.0, 0.0]
    for _ in range(3):
        k1 = rhs(s)
        mid = [0.0] * 2
        for i in range(2):
            mid[i] = s[i] + 0.05 * k1[i]
        k2 = rhs(mid)
        for i in range(2):
            s[i] += 0.1 * k2[i]
    return s[0] * s[1]


def fft_in_place(a, b):
    """Bit reversal and butterflies on two lists of real and imaginary parts."""
    re, im = [a, b, a * b, 1.0, 0.5, a, b * b, 2.0], [0.0] * 8
    j = 0
    for i in range(1, 8):
        bit = 4
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            re[i], re[j] = re[j], re[i]
    size = 2
    while size <= 8:
        for start in range(0, 8, size):
            for k in range(size // 2):
                c, s = math.cos(-2 * math.pi * k / size), math.sin(-2 * math.pi * k / size)
                u, v = start + k, start + k + size // 2
                tr, ti = re[v] * c - im[v] * s, re[v] * s + im[v] * c
                re[v], im[v] = re[u] - tr, im[u] - ti
                re[u], im[u] = re[u] + tr, im[u] + ti
        size *= 2
    return re[1] ** 2 + im[1] ** 2 + re[3] * im[2]


CASES = [
    (lambda a, b: thomas(a, b, 5), (0.7, 3.1)),
    (edit_distance, (1.3, 1.7)),
    (lattice_paths, (0.7, 1.2)),
    (memoised_loop, (0.8,)),
    (stack_machine, (0.8, 1.4)),
    (breadth_first, (0.9,)),
    (moving_average, ([0.3, 1.2, -0.4, 0.8, 2.0],)),
    (sliding_maximum, ([0.3, 1.2, -0.4, 0.8, 2.0, 0.1, 0.2],)),
    (polynomial_product, (0.7, 1.2)),
    (polynomial_division, (0.7, 1.2)),
    (horner_derivatives, (0.7, 1.2)),
    (sparse_product, (0.7, 1.2)),
    (shortest_paths, (0.7, 1.2)),
    (bubble_sort, ([0.3, 1.2, -0.4, 0.8],)),
    (insertion_sort, ([0.3, 1.2, -0.4, 0.8],)),
    (quick_sorted, ([0.3, 1.2, -0.4, 0.8, 0.5],)),
    (inverse_by_gauss, (0.7, 1.3)),
    (cholesky, (0.7, 1.3)),
    (grouped, ([0.3, 1.2, -0.4, 0.8, 0.5],)),
    (counted, ([0.3, 1.2, -0.4, 0.8, 0.5],)),
    (two_names, (0.7, 1.3)),
    (row_seven_times, (0.7,)),
    (swapped_buffers, (0.7,)),
    (helper_writes, (0.7, 1.3)),
    (list_of_an_object, (0.7,)),
    (enclosing_list, (0.7,)),
    (slices, (0.7, 1.3)),
    (deleted_and_inserted, (0.7, 1.3)),
    (sorted_by_key, ([0.3, 1.2, -0.4, 0.8],)),
    (merged_dicts, (0.7, 1.3)),
    (dict_methods, (0.7, 1.3)),
    (dict_comprehension, ([0.3, 1.2, -0.4, 0.8],)),
    (argument_is_written, ([0.3, 1.2, 0.8],)),
    (dict_is_written, ({"a": 0.3, "b": 1.2},)),
    (arrays_in_a_list, (np.array([0.3, 0.8]),)),
    (arrays_in_a_dict, (np.array([[0.3, 0.8], [0.2, -0.5]]), np.array([0.3, 0.8]))),
    (adam, (0.7,)),
    (accumulated, ([0.3, 1.2, -0.4],)),
    (lambda x: in_try(x, "a") + in_try(x, "b"), (0.7,)),
    (tree_in_lists, (0.7,)),
    (game_of_heat, (0.7,)),
    (nested_lists_of_dicts, (0.7, 1.3)),
    (unrolled_while, (0.7,)),
    (choose_a_list, (0.7, 1.3)),
    (neural_tape, (0.7, 1.3)),
    (reduce_into_a_list, ([0.3, 1.2, -0.4],)),
    (bisected, (0.7,)),
    (ordered_dict, (0.7,)),
    (star_and_unpacking, (0.7, 1.3)),
    (rotated, ([0.3, 1.2, -0.4, 0.8],)),
    (runge_kutta, (0.7, 1.3)),
    (fft_in_place, (0.7, 1.3)),
]
