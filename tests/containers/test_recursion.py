"""Functions that call themselves and write to what they get, or to what is around them, in all modes against differences."""

import pytest

import s2sad


def memo_around(x, n):
    memo = {}

    def term(k):
        if k in memo:
            return memo[k]
        result = x if k < 2 else term(k - 1) + 0.5 * x * term(k - 2)
        memo[k] = result
        return result

    return term(n)


def fibonacci(n, x, memo=None):
    if memo is None:
        memo = {}
    if n in memo:
        return memo[n]
    if n < 2:
        return x
    memo[n] = fibonacci(n - 1, x, memo) + 0.5 * x * fibonacci(n - 2, x, memo)
    return memo[n]


def memo_as_argument(x):
    return fibonacci(7, x)


def parted(items, low, high):
    pivot, i = items[high], low - 1
    for j in range(low, high):
        if items[j] <= pivot:
            i += 1
            items[i], items[j] = items[j], items[i]
    items[i + 1], items[high] = items[high], items[i + 1]
    return i + 1


def quicksort(items, low, high):
    if low < high:
        middle = parted(items, low, high)
        quicksort(items, low, middle - 1)
        quicksort(items, middle + 1, high)


def sorted_in_place(xs):
    quicksort(xs, 0, len(xs) - 1)
    return sum((i + 1) * x for i, x in enumerate(xs))


def merged(xs):
    if len(xs) < 2:
        return xs
    half = len(xs) // 2
    left, right = merged(xs[:half]), merged(xs[half:])
    out = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    out.extend(left[i:])
    out += right[j:]
    return out


def mergesort(xs):
    return sum((i + 1) * x for i, x in enumerate(merged(xs)))


def leaves(ps, depth):
    found = []

    def go(value, k):
        if k == 0:
            found.append(value)
            return
        for p in ps:
            go(value * p, k - 1)

    go(1.0, depth)
    return sum(value * value for value in found)


def backtracking(xs):
    results = []

    def go(chosen, rest):
        if not rest:
            results.append(sum(x * (i + 1) for i, x in enumerate(chosen)))
            return
        for i in range(len(rest)):
            chosen.append(rest[i])
            go(chosen, rest[:i] + rest[i + 1 :])
            chosen.pop()

    go([], xs)
    return sum(result**3 for result in results)


def table_of_a_recursion(grid):
    best = [[None] * len(grid[0]) for _ in grid]

    def go(i, j):
        if best[i][j] is not None:
            return best[i][j]
        if i == 0 and j == 0:
            result = grid[0][0]
        elif i == 0:
            result = go(0, j - 1) + grid[0][j]
        elif j == 0:
            result = go(i - 1, 0) + grid[i][0]
        else:
            result = min(go(i - 1, j), go(i, j - 1)) * grid[i][j]
        best[i][j] = result
        return result

    return go(len(grid) - 1, len(grid[0]) - 1)


def nonlocal_numbers(x):
    calls, best = 0, -1.0

    def search(value, k):
        nonlocal calls, best
        calls += 1
        if k == 0:
            best = max(value, best)
            return value
        return search(value * x, k - 1) + search(value + 0.3, k - 1)

    return search(x, 3) + best * calls


def nonlocal_around_a_list(xs):
    pegs = [[x for x in xs], [], []]
    cost = 0.0

    def move(k, a, b, c):
        nonlocal cost
        if k == 0:
            return
        move(k - 1, a, c, b)
        disc = pegs[a].pop()
        pegs[b].append(disc)
        cost += disc * disc * (a + 1)
        move(k - 1, c, b, a)

    move(3, 0, 1, 2)
    return cost


class Tree:
    def __init__(self, key, value):
        self.key, self.value, self.left, self.right = key, value, None, None

    def insert(self, key, value):
        if key < self.key:
            if self.left is None:
                self.left = Tree(key, value)
            else:
                self.left.insert(key, value)
        elif self.right is None:
            self.right = Tree(key, value)
        else:
            self.right.insert(key, value)

    def total(self, depth=1):
        total = self.value * depth
        if self.left:
            total += self.left.total(depth + 1)
        if self.right:
            total += self.right.total(depth + 1)
        return total


def search_tree(xs):
    root = Tree(xs[0], xs[0])
    for x in xs[1:]:
        root.insert(x, x * x)
    return root.total()


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


def built(xs):
    if len(xs) == 0:
        return None
    half = len(xs) // 2
    return Node(xs[half] ** 2, built(xs[:half]), built(xs[half + 1 :]))


def weight(node, depth=1):
    if node is None:
        return 0.0
    return node.value * depth + weight(node.left, depth + 1) + weight(node.right, depth + 1)


def built_and_weighed(xs):
    return weight(built(xs))


class Part:
    def __init__(self, value):
        self.value, self.parts = value, []

    def add(self, part):
        self.parts.append(part)
        return part

    def scale(self, factor):
        self.value *= factor
        for part in self.parts:
            part.scale(0.5 * factor)

    def total(self):
        return self.value + sum(part.total() * part.value for part in self.parts)


def parts_of_parts(xs):
    root = Part(xs[0])
    first = root.add(Part(xs[1]))
    root.add(Part(xs[2]))
    first.add(Part(xs[3]))
    root.scale(xs[1])
    return root.total()


class Account:
    def __init__(self, balance):
        self.balance = balance


def grow(account, years):
    if years > 0:
        account.balance *= 1.05 + account.balance * 1e-3
        grow(account, years - 1)
    return account.balance


def savings(amount):
    account = Account(amount)
    return grow(account, 3) * account.balance


def object_around(x):
    account = Account(x)

    def go(k):
        account.balance *= x
        return account.balance if k == 0 else go(k - 1) + x

    return go(3)


XS = [0.3, 1.2, -0.4, 0.8]
CASES = [
    (lambda x: memo_around(x, 7), (1.3,)),
    (memo_as_argument, (1.3,)),
    (sorted_in_place, (XS,)),
    (mergesort, (XS,)),
    (lambda ps: leaves(ps, 3), ([0.3, 0.5],)),
    (backtracking, (XS[:3],)),
    (table_of_a_recursion, ([[0.3, 1.2], [0.4, 0.8]],)),
    (nonlocal_numbers, (1.3,)),
    (nonlocal_around_a_list, (XS,)),
    (search_tree, (XS,)),
    (built_and_weighed, (XS,)),
    (parts_of_parts, (XS,)),
    (savings, (1.3,)),
    (object_around, (1.3,)),
]


@pytest.mark.parametrize(("function", "args"), CASES)
def test_all_modes(function, args, all_modes):
    all_modes(function, args)


def assigned_by_two(x):
    total = 0.0

    def add(value):
        nonlocal total
        total += value

    def go(k):
        if k > 0:
            add(k * x)
            go(k - 1)

    go(3)
    return total


def left_by_an_exception(x):
    seen = []

    def go(k):
        if k == 0:
            raise ValueError
        seen.append(x**k)
        go(k - 1)

    try:
        go(3)
    except ValueError:
        pass
    return sum(seen)


def assigned_before_an_exception(x):
    total = 0.0

    def go(k):
        nonlocal total
        if k == 0:
            raise ValueError
        total += x**k
        go(k - 1)

    try:
        go(3)
    except ValueError:
        pass
    return total


@pytest.mark.parametrize("function", [left_by_an_exception, assigned_before_an_exception])
def test_what_is_written_before_an_exception_comes(function):
    with pytest.raises(s2sad.DifferentiationError, match="in `try` may be seen half done"):
        s2sad.grad(function)(2.0)


def test_a_variable_that_is_assigned_by_a_function_that_is_called():
    with pytest.raises(s2sad.DifferentiationError, match="assigns variables of the function around it"):
        s2sad.grad(assigned_by_two)(2.0)
