"""Algorithms on lists, dicts and deques that are written, in all modes against differences."""

import collections
import math

import pytest

import s2sad


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


CASES = [
    (edit_distance, (1.3, 1.7)),
    (lattice_paths, (0.7, 1.2)),
    (memoised_loop, (0.8,)),
    (stack_machine, (0.8, 1.4)),
    (breadth_first, (0.9,)),
    (moving_average, ([0.3, 1.2, -0.4, 0.8, 2.0],)),
    (sliding_maximum, ([0.3, 1.2, -0.4, 0.8, 2.0, 0.1, 0.2],)),
    (shortest_paths, (0.7, 1.2)),
    (bubble_sort, ([0.3, 1.2, -0.4, 0.8],)),
    (insertion_sort, ([0.3, 1.2, -0.4, 0.8],)),
    (quick_sorted, ([0.3, 1.2, -0.4, 0.8, 0.5],)),
    (tree_in_lists, (0.7,)),
    (neural_tape, (0.7, 1.3)),
]


@pytest.mark.parametrize(("function", "args"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_all_modes(function, args, all_modes):
    all_modes(function, args)


MOVES = {0: {1: [(0.8, 1), (0.2, 0)], 2: [(1.0, 2)]}, 1: {5: [(1.0, 2)], 3: [(0.5, 0)]}, 2: {7: [(1.0, 0)]}}
CHOSEN = {"some": {5, 7, 3}}


def best_of_keys(discount, rewards):
    """What is chosen from are the keys of dicts, and items of a set, of which nothing is known before the program runs."""
    values = [0.1, 0.2, 0.3]
    for _ in range(3):
        for state, actions in MOVES.items():
            worth = {a: sum(p * (rewards[n] + discount * values[n]) for p, n in actions[a]) for a in actions}
            values[state] = max(worth.values())
    taken = 0.0
    for actions in MOVES.values():
        best = max(actions, key=lambda a: sum(p * (rewards[n] + discount * values[n]) for p, n in actions[a]))
        first, *_ = sorted(actions, key=lambda a: -a * rewards[0])
        taken += best * rewards[1] + first * discount + min(actions, key=lambda a: a * discount, default=0)
    return sum(values) + taken + rewards[2] ** max(CHOSEN["some"], key=lambda k: k * discount)


def test_keys_and_items_of_sets_are_chosen_from():
    s2sad.check_grads(best_of_keys, (0.9, [1.0, 0.4, 0.7]))
