"""Objects of the user's that are made of constants: followed, or made by the running program."""

import pytest

import s2sad


class Scale:
    made = 0

    def __init__(self, by, offset=0.0):
        self.by, self.offset = by, offset

    def at(self, x):
        return self.by * x + self.offset


class Counted:
    made = []

    def __init__(self, by):
        Counted.made.append(by)
        self.by = by

    def at(self, x):
        return self.by * x


def test_methods_get_what_is_active(same, check_modes):
    def f(x):
        line = Scale(3.0, offset=1.0)
        return line.at(x) * line.at(2.0)

    made = same(f, (1.5,))
    assert set(made.outline.split()) <= {"mul", "add"}
    check_modes(f, (1.5,))


def test_one_that_goes_elsewhere_is_made_when_it_runs():
    def f(x):
        line = Scale(2.0)
        return x * x, line

    (_, line), slope = s2sad.value_and_grad(f, has_aux=True)(1.5)
    assert type(line) is Scale and line.by == 2.0 and slope == 3.0


def test_a_constructor_with_an_effect_runs_once():
    Counted.made.clear()
    gradient = s2sad.grad(lambda x: Counted(2.0).at(x) * x)
    assert gradient(1.5) == pytest.approx(6.0)
    first = len(Counted.made)
    gradient(1.5)
    assert len(Counted.made) - first == 1


class Table:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    def __getitem__(self, place):
        i, j = place
        return self.rows[i][j]

    def __setitem__(self, place, value):
        i, j = place
        self.rows[i][j] = value


class Product(Table):
    def __matmul__(self, other):
        n = len(self.rows)
        made = Product([[0.0] * n for _ in range(n)])
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    made[i, j] += self[i, k] * other[k, j]
        return made


class Graph:
    def __init__(self, n):
        if n < 1:
            raise ValueError("no node")
        self.weights = []
        for _ in range(n):
            self.weights.append([0.0] * n)

    def join(self, u, v, weight):
        self.weights[u][v] = self.weights[v][u] = weight


def written_tables(x):
    table = Product([[x, 1.0], [0.5, x * x]])
    return (table @ table @ table)[0, 1]


def joined_nodes(x, n):
    graph = Graph(n)
    graph.join(0, 1, x)
    graph.join(1, 2, x * x)
    return sum(graph.weights[1]) * sum(graph.weights[0])


@pytest.mark.parametrize(("function", "args"), [(written_tables, (1.3,)), (joined_nodes, (1.3, 3))])
def test_what_a_constructor_makes_may_take_up_what_varies(function, args):
    s2sad.check_grads(function, args)


class Dual:
    def __init__(self, a, b=0.0):
        self.a, self.b = a, b

    @classmethod
    def of(cls, value):
        return value if isinstance(value, cls) else cls(value)

    def __sub__(self, other):
        other = Dual.of(other)
        return Dual(self.a - other.a, self.b - other.b)

    def __rsub__(self, other):
        return Dual.of(other) - self


def test_one_that_a_class_method_makes_meets_others():
    def f(x):
        d = Dual(x, 1.0)
        left, right = 2.0 - d, d - 3.0
        return left.a * right.a + left.b

    s2sad.check_grads(f, (1.3,))
