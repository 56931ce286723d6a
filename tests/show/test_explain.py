"""Explanations: the numbers in them are right, whatever the function does, and the whole way is there."""

import ast

import numpy as np
import pytest
from shown_programs import NUMBERS, OTHERS, branching, chain, cooled, factorial, product, summed, two

import s2sad
from s2sad.errors import TooLong


def entries(explanation):
    """The rows of the table as dicts, without headings."""
    return [row for row in explanation.table.as_data() if "heading" not in row]


def number(text):
    return ast.literal_eval(text.replace("nan", "None"))


def wrt_of(args):
    return [i for i, arg in enumerate(args) if not isinstance(arg, int)]


@pytest.mark.parametrize("function, args", [*NUMBERS, *OTHERS], ids=lambda one: getattr(one, "__name__", ""))
def test_adjoints_of_the_arguments_are_the_gradient(function, args):
    explanation = s2sad.explain(function, *args, digits=17)
    rows = {row["entry"]: row for row in entries(explanation) if row["operation"] == "argument"}
    gradient = s2sad.grad(function, tuple(wrt_of(args)))(*args)
    for row, wanted in zip(list(rows.values()), gradient):
        np.testing.assert_allclose(number(row["adjoint"]), wanted)


@pytest.mark.parametrize("function, args", NUMBERS, ids=lambda one: getattr(one, "__name__", ""))
def test_tangents_are_the_sums_of_partials_times_tangents(function, args):
    """In every row: the tangent follows from those of the operands, whose values were the last ones."""
    explanation = s2sad.explain(function, *args, digits=17, iterations=100)
    tangents, checked = {}, 0
    for row in entries(explanation):
        parts = row.get("partials", "").split("; ") if "by " in row.get("partials", "") else []
        pairs = [part.removeprefix("by ").partition(": ")[::2] for part in parts]
        if pairs:
            found = sum(number(said.rpartition(" = ")[2]) * tangents[by] for by, said in pairs)
            assert number(row["tangent"]) == pytest.approx(found, rel=1e-9)
            checked += 1
        if "tangent" in row:
            tangents[row["entry"]] = number(row["tangent"])
    assert checked or function is factorial


@pytest.mark.parametrize("function, args", NUMBERS, ids=lambda one: getattr(one, "__name__", ""))
def test_adjoint_times_tangent_of_the_result_is_that_of_the_arguments(function, args):
    explanation = s2sad.explain(function, *args, digits=17)
    rows = entries(explanation)
    last = [row for row in rows if "tangent" in row][-1]
    arguments = [row for row in rows if row["operation"] == "argument" and "adjoint" in row]
    wanted = sum(number(row["adjoint"]) * number(row.get("tangent", "0.0")) for row in arguments)
    assert number(last["adjoint"]) * number(last["tangent"]) == pytest.approx(wanted, rel=1e-9)


def test_the_table_of_a_text_book():
    assert str(s2sad.explain(product, 2.0, 3.0).table).splitlines() == [
        "product(x=2, y=3)",
        "",
        "entry    operation     value      partials                           tangent     adjoint   line",
        "------   -----------   --------   --------------------------------   ---------   -------   ----",
        "x        argument      2                                             1           35.5839",
        "y        argument      3                                             0           24",
        "z_1      x * y         6          by x: y = 3; by y: x = 2           3           12        9",
        "t        z_1 * z_1     36         by z_1: z_1 = 6; by z_1: z_1 = 6   36          1         10",
        "t_1      math.sin(x)   0.909297   by x: math.cos(x) = -0.416147      -0.416147   1         10",
        "result   t + t_1       36.9093    by t: 1; by t_1: 1                 35.5839     1         10",
        "",
        "tangents in the direction x: 1, y: 0",
    ]


def test_fan_out_and_its_sums_are_spelled_out():
    explanation = s2sad.explain(product, 2.0, 3.0)
    assert "x_1, x_2 = dup(x, 2)                       x is used twice" in str(explanation.forward)
    last = [row["step"] for row in explanation.reverse.as_data()][-5:]
    assert [step.strip() for step in last] == [
        "x_bar_1 = y * z_bar",
        "y_bar = x * z_bar",
        "x_bar_2 = x_bar + x_bar_1",
        "x",
        "y",
    ]
    assert "the sum of what the uses contribute" in str(explanation.reverse)


def test_the_steps_of_the_reverse_sweep_come_from_the_last_entry_to_the_first():
    steps = s2sad.explain(product, 2.0, 3.0).reverse.as_data()
    lines = [int(row["line"]) for row in steps if "line" in row]
    assert lines == [10, 10, 10, 9]


def test_without_arguments_there_are_formulas_only():
    explanation = s2sad.explain(product)
    rows = {row["entry"]: row for row in entries(explanation)}
    assert rows["z_1"]["partials"] == "by x: y; by y: x"
    assert rows["z_1"]["adjoint"] == "z_bar"
    assert "value" not in rows["z_1"]
    assert not any("value" in row for row in explanation.reverse.as_data())


def test_of_long_loops_the_first_iterations_and_the_last_are_shown():
    text = str(s2sad.explain(branching, 2.0, 50).table)
    assert "iteration 1 of 50: for i in range(steps)" in text
    assert "… 47 more iterations …" in text
    assert "iteration 50 of 50" in text and "iteration 3 of 50" not in text
    assert "… 46 more iterations …" in str(s2sad.explain(branching, 2.0, 50, iterations=4).table)


def test_loops_in_loops_are_shortened_each():
    def nested(x, n):
        for i in range(n):
            for j in range(n):
                x = x * 1.01 + i * j
        return x

    text = str(s2sad.explain(nested, 1.0, 5).table)
    assert text.count("iteration 5 of 5: for j in range(n)") == 3
    assert text.count("… 2 more iterations …") == 4


def test_branches_say_which_way_was_taken():
    text = str(s2sad.explain(branching, 2.0, 3).table)
    assert "total > 1.0 is false" in text and "total > 1.0 is true" in text


def test_directions_and_cotangents():
    rows = entries(s2sad.explain(product, 2.0, 3.0, tangents=(0.5, 2.0)))
    assert [row["tangent"] for row in rows[:3]] == ["0.5", "2", "5.5"]
    rows = entries(s2sad.explain(two, 2.0, 3.0, cotangent=(10.0, 1.0)))
    assert [row["adjoint"] for row in rows[:2]] == ["31", "21"]
    assert [row["adjoint"] for row in entries(s2sad.explain(two, 2.0, 3.0))[:2]] == ["4", "3"]
    with pytest.raises(s2sad.ShapeMismatch, match="cotangent"):
        s2sad.explain(two, 2.0, 3.0, cotangent=1.0)


def test_by_some_arguments_only():
    explanation = s2sad.grad(product, argnums="y").explain(2.0, 3.0)
    rows = {row["entry"]: row for row in entries(explanation)}
    assert "adjoint" not in rows["x"] and rows["y"]["adjoint"] == "24"
    assert rows["z_1"]["partials"] == "by y: x = 2"
    assert explanation.reverse.remarks == ("the gradient by y: 24",)


def test_arguments_are_left_as_they_are():
    start = np.arange(5.0)
    s2sad.explain(cooled, start, 3)
    np.testing.assert_array_equal(start, np.arange(5.0))

    def overwritten(x):
        x[0] = x[1] * 2.0
        return np.sum(x * x)

    s2sad.explain(overwritten, start)
    np.testing.assert_array_equal(start, np.arange(5.0))


def test_defaults_count_as_arguments():
    rows = {row["entry"]: row for row in entries(s2sad.explain(summed, [1.0, 2.0]))}
    assert rows["total_3"]["value"] == "10"


def test_what_is_saved_is_said():
    assert "saved for the reverse sweep" in str(s2sad.explain(branching, 2.0, 3).forward)


def test_objects_that_are_written_in_place():
    text = str(s2sad.explain(chain, [1.0, 4.0, 9.0]))
    assert "ys_1.append(" in text


def test_very_long_runs_are_refused():
    with pytest.raises(TooLong, match="more than"):
        s2sad.explain(branching, 1e-3, 30_000)


def test_refusals_are_those_of_the_compiler():
    def text(x):
        return float(str(x))

    with pytest.raises(s2sad.DifferentiationError, match="way out"):
        s2sad.explain(text, 1.0)
    with pytest.raises(s2sad.NotCallable):
        s2sad.explain(3.0, 1.0)
    with pytest.raises(s2sad.ArgumentIndexError):
        s2sad.explain(product, 1.0, 2.0, argnums="z")


# ------------------------------------------------------------------------------------------------------- forms


def test_markdown_has_tables_with_code_in_them():
    lines = s2sad.explain(product, 2.0, 3.0).markdown().splitlines()
    assert lines[0] == "**product(x=2, y=3)**"
    assert "| `z_1` | `x * y` | 6 | by `x`: `y` = 3; by `y`: `x` = 2 | 3 | 12 | 9 |" in lines
    rows = [line for line in lines if line.startswith(("| x", "| `x"))]
    assert {row.replace("\\|", "").count("|") for row in rows} == {
        5,
        6,
        8,
    }  # of each table as many as it has columns


def test_latex_has_mathematics():
    text = s2sad.explain(product, 2.0, 3.0).latex()
    assert r"$z_{1}$ & $x \, y$ & $6$ & by $x$: $y$ = $3$; by $y$: $x$ = $2$ & $3$ & $12$ & 9 \\" in text
    assert r"$\bar{x}_{2} = \bar{x} + \bar{x}_{1}$" in text
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 3


def test_notebooks_get_html_that_needs_nothing_else():
    explanation = s2sad.explain(product, 2.0, 3.0)
    html = explanation._repr_html_()
    assert html.count("<table>") == html.count("</table>") == 3
    assert "<style>" in html and "http" not in html
    assert explanation._repr_markdown_() == explanation.markdown()
    assert explanation._repr_latex_() == explanation.latex()


def test_names_of_the_user_are_escaped():
    def angle(x):
        return x if x < 1.0 else x * x

    html = s2sad.explain(angle, 0.5).html()
    assert "x &lt; 1.0" in html and "x < 1.0" not in html


def test_it_prints_as_text(capsys):
    explanation = s2sad.explain(product, 2.0, 3.0)
    explanation.show()
    assert capsys.readouterr().out == f"{explanation}\n"
