"""Reports: what is saved and for what, computed again, left out, and what it costs."""

import math

import numpy as np
import pytest
from shown_programs import NUMBERS, OTHERS, branching, cooled, factorial, newton, product

import s2sad


def weighted(x, steps):
    total = 0.0
    for i in range(steps):
        total += math.sin(i * x)
    return total


def logistic(x, r):
    u = x.copy()
    for _ in range(5):
        u[:] = r * u * (1.0 - u)
    return np.sum(u)


def stepwise(x, y):
    step = math.floor(x) * 2.0
    unused = x * x
    half = y * 0.5
    return x * step * half + 0.0 * len(str(unused))


def mixed(x, n):
    scale = n * 0.5
    return x * scale


def saved_by(report):
    return [row["value"] for row in report.saved.as_data() if row["how"] == "each iteration saves it"]


def test_what_iterations_save_and_who_needs_it():
    report = s2sad.report(branching, 2.0, 6)
    rows = {row["value"]: row for row in report.saved.as_data()}
    assert rows["math.sin(total)"] == {
        "value": "math.sin(total)",
        "line": "17",
        "how": "each iteration saves it",
        "why": "a few operations don't give it again",
        "needed by the adjoint of": "math.sin(total) * x (line 17)",
    }
    assert rows["total"]["needed by the adjoint of"] == "total > 1.0 (line 16), math.sin(total) (line 17)"
    assert [row["value"] for row in report.again.as_data()] == ["total > 1.0"]


def test_it_is_what_the_emitted_code_saves():
    for function, args in [*NUMBERS, *OTHERS]:
        derivative = s2sad.grad(function, [i for i, a in enumerate(args) if not isinstance(a, int)])
        derivative(*args)
        lines = [line for line in derivative.source.splitlines() if "saved.append(" in line]
        assert bool(saved_by(derivative.report(*args))) == bool(lines)


def test_values_of_arrays_before_they_are_overwritten():
    assert saved_by(s2sad.report(logistic, np.arange(3.0), 0.5)) == [
        "u, before it is overwritten",
        "r * u",
        "1.0 - u",
    ]
    assert saved_by(s2sad.report(cooled, np.arange(5.0), 3)) == []


def eliminated(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
    return np.sum(a * a)


def inverted(a):
    n = a.shape[0]
    for j in range(n):
        a[j, j] = 1.0 / a[j, j]
        for i in range(j + 1, n):
            a[i, j] = -(a[i, j:i] @ a[j:i, j]) / a[i, i]
    return np.sum(np.tril(a) ** 2)


def test_which_way_was_taken_and_why():
    matrix = np.eye(4) * 3.0 + 0.1
    again = {row["value"]: row["why"] for row in s2sad.report(eliminated, matrix).again.as_data()}
    assert again["a[k, k + 1 :]"] == "nothing writes there later"
    assert again["k + 1"] == "it takes a few operations"
    restored = s2sad.report(inverted, matrix)
    again = {row["value"]: row["why"] for row in restored.again.as_data()}
    assert again["a[i, j:i]"] == "what was overwritten there is put back"
    whys = {row["why"] for row in restored.saved.as_data()}
    assert "it is put back, and is smaller than what is read of the array" in whys
    whys = {row["value"]: row["why"] for row in s2sad.report(logistic, np.arange(3.0), 0.5).saved.as_data()}
    assert whys["u, before it is overwritten"] == "it is overwritten later"


def test_nothing_is_saved_where_everything_can_be_computed_again():
    report = s2sad.report(weighted, 2.0, 3)
    assert saved_by(report) == []
    assert [row["value"] for row in report.again.as_data()] == ["i * x"]
    assert [row["value"] for row in report.unused.as_data()] == [
        "math.sin(i * x)",
        "total += math.sin(i * x)",
    ]


def test_a_linear_function_needs_nothing():
    report = s2sad.report(lambda x: 3.0 * x + 1.0, 2.0)
    assert report.saved.rows == ()
    assert "Nothing of the forward sweep is needed by the reverse sweep." in str(report)


def test_values_that_are_still_there():
    rows = s2sad.report(product, 2.0, 3.0).saved.as_data()
    assert [(row["value"], row["how"], row["needed by the adjoint of"]) for row in rows] == [
        ("x * y", "it is still there", "z * z (line 10)")
    ]


def test_functions_that_call_themselves_hand_over_what_they_save():
    rows = s2sad.report(lambda x: factorial(x, 3), 0.5).saved.as_data()
    handed = {row["value"]: row["how"] for row in rows}
    assert handed["x"] == "factorial_fwd hands it to factorial_rev"


def test_what_has_no_adjoint_and_why():
    rows = s2sad.report(stepwise, 2.5, 3.0, argnums="x").passive.as_data()
    why = {row["value"]: row["why"] for row in rows}
    assert why["math.floor(x)"] == "it is piecewise constant"
    assert why["y * 0.5"] == "it depends on no differentiated argument"
    assert s2sad.report(mixed, 2.0, 3).passive.as_data()[0]["value"] == "n * 0.5"
    assert [row["why"] for row in s2sad.report(newton, 2.0).passive.as_data()] == [
        "the result doesn't depend on it"
    ] * 3


def test_operations_are_counted():
    costs = {row["operations"]: row for row in s2sad.report(product, 2.0, 3.0).costs.as_data()}
    assert costs["products"]["function"] == "2"
    assert costs["functions"] == {
        "operations": "functions",
        "function": "1",
        "derivative": "1",
        "ratio": "1.00",
    }
    assert costs["all but reading and writing"]["function"] == "4"


def test_operations_on_arrays_count_their_items():
    def sums(a, b):
        return np.sum(a + b)

    def products(a, b):
        return np.sum(a @ b)

    a = np.ones((4, 5))
    costs = {row["operations"]: row["function"] for row in s2sad.report(sums, a, a).costs.as_data()}
    assert costs["sums"] == "20"
    costs = {row["operations"]: row["function"] for row in s2sad.report(products, a, a.T).costs.as_data()}
    assert costs["matrix products"] == str(2 * 4 * 5 * 4)


@pytest.mark.parametrize("function, args", [*NUMBERS, *OTHERS], ids=lambda one: getattr(one, "__name__", ""))
def test_gradients_are_cheap(function, args):
    """A small multiple of the operations of the function: Griewank & Walther, section 3.3."""
    total = s2sad.report(function, *args).costs.as_data()[-1]
    assert float(total.get("ratio", "1")) <= 5.0


def test_without_arguments_nothing_is_counted():
    report = s2sad.report(product)
    assert report.costs.rows == () and "Operations" not in str(report)


def test_forms():
    report = s2sad.grad(branching).report(2.0, 6)
    assert report._repr_html_().count("<table>") == len(report.tables)
    assert report._repr_markdown_().count("\n\n| ") == len(report.tables)
    assert report.latex().count(r"\begin{tabular}") == len(report.tables)
    assert set(report.as_data()) == {"title", "saved", "again", "passive", "unused", "costs"}


def test_stages_from_the_list_to_the_text():
    shots = s2sad.grad(product).stages(2.0, 3.0)
    assert [shot.name for shot in shots][:2] == ["lower", "differentiate"]
    assert [shot.name for shot in shots][-2:] == ["clean up", "text"]
    assert shots[-1].text == s2sad.grad(product).source
    assert s2sad.stages(product, mode="forward")[-1].text.count("def product_jvp(") == 1


def doubled(x, n):
    t = x
    for i in range(n):
        a = math.sin(t) * x
        t = a * a + i * x
    return t


def squares(x):
    z = np.exp(x) * x
    return np.sum(z * z)


def chosen(x, c):
    u = x * 2.0
    v = u * u * math.exp(u) if c > 0 else u
    return v * v


def table(x, m):
    s = 0.0
    for i in range(m):
        for j in range(m):
            k = i * m + j
            s += x**k / (k + 1.0)
    return s


MORE = [(doubled, (1.3, 4)), (squares, (np.ones(3),)), (chosen, (1.0, 2.0)), (table, (0.5, 3))]


@pytest.mark.parametrize("function, args", [*NUMBERS, *OTHERS, *MORE])
def test_a_value_is_in_one_of_the_tables(function, args):
    report = s2sad.report(function, *args)
    tables = [
        {(row.get("value"), row.get("line")) for row in table.as_data()}
        for table in (report.saved, report.again, report.unused)
    ]
    for i, one in enumerate(tables):
        assert not any(one & other for other in tables[i + 1 :])


def values_of(shown):
    return [row["value"] for row in shown.as_data()]


def test_again_is_what_the_forward_sweep_has_done_and_unused_what_neither_does():
    report = s2sad.report(table, 0.5, 3)
    assert values_of(report.again) == ["i * m", "i * m + j", "k + 1.0"]
    assert s2sad.emit(table, 0.5, 3).count("k + 1.0") == 1, "the value isn't computed, so that it raises once"
    report = s2sad.report(squares, np.ones(3))
    assert values_of(report.again) == []
    assert values_of(report.unused) == ["z * z", "np.sum(z * z)"]
    assert "z * z" not in s2sad.emit(squares, np.ones(3))
