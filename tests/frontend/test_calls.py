"""Calls: rules, helpers, methods, what is known at run time only, and what is refused."""

import functools
import math
import operator
import struct

import numpy as np
import pytest

import s2sad
from s2sad.errors import NoRuleError, UnsupportedSyntax, UnsupportedValue


def helper(x, scale=2.0):
    return x * scale


def inactive_helper(n):
    return [k * k for k in range(n)]


def calls_inactive(x, n):
    return x * sum(inactive_helper(n))


def test_what_gets_nothing_active_is_called_as_it_is(same):
    assert same(calls_inactive, (1.5, 4)).outline == "inactive_helper sum operand mul"


def calls_active(x):
    return helper(x) + helper(2.0, x)


def test_a_short_function_is_written_out(same):
    made = same(calls_active, (1.5,))
    assert (made.outline, made.names) == ("mul mul add", ["calls_active"])


def calls_a_rule(x, y):
    return math.atan2(math.sin(x), y)


def test_a_function_with_a_rule_is_an_entry(same):
    assert same(calls_a_rule, (1.5, 0.5)).outline == "math.sin math.atan2"


def calls_a_program(x, y):
    return max(x, y) * min(x, y, 1.0)


def test_a_program_rule_is_written_out(same):
    assert "max" not in same(calls_a_program, (1.5, 0.5), (0.5, 1.5), (2.5, 3.5)).outline


def several_results(x):
    whole, rest = divmod(x, 0.4)
    fraction, _ = math.modf(x)
    return whole + rest * fraction


def test_several_results_are_several_targets(same):
    made = same(several_results, (1.5,))
    assert "unpack" not in made.outline and "getitem" not in made.outline


class Model:
    rate = 2.0

    def __init__(self, factor):
        self.factor = factor

    def value(self, x):
        return self.factor * x * self.rate

    @staticmethod
    def static(x):
        return 3.0 * x

    @classmethod
    def of_class(cls, x):
        return cls.rate * x

    def __call__(self, x):
        return x + self.factor


MODEL = Model(5.0)


def calls_methods(x):
    return MODEL.value(x) + MODEL.static(x) + Model.of_class(x) + MODEL(x)


def test_methods_of_what_lives_outside(same):
    same(calls_methods, (1.5,))


def partials(x, y):
    f = functools.partial(helper, scale=y)
    g = functools.partial(math.atan2, x)
    return f(x) * g(2.0) + OUTER(x) + functools.partial(f, x)()


OUTER = functools.partial(helper, scale=7.0)


def test_partials(same):
    same(partials, (1.5, 0.5))


@functools.wraps(helper)
def wrapper(*args, **kwargs):
    return helper(*args, **kwargs) + 1.0


@functools.cache
def cached(x):
    return x * x


def calls_wrapped(x):
    return wrapper(x) * wrapper(x, scale=3.0) + cached(x)


def test_wrappers(same):
    same(calls_wrapped, (1.5,))


def folded(x):
    pair, table = (x, 2.0 * x), {"a": x, "b": 1.0}
    first, second = operator.itemgetter(1, 0)(pair)
    sizes = len(pair) + len(table)
    more = dict(table)["a"] * list(pair)[1]
    return first * sizes + second + more if isinstance(pair, tuple) and callable(lambda: x) else 0.0


def test_what_is_known_of_tuples_and_dicts_leaves_no_call(same):
    outline = same(folded, (1.5,)).outline
    assert not {"len", "isinstance", "callable", "dict", "list", "if"} & set(
        outline.replace("{", " ").split()
    )


def at_run_time(x, table, name):
    return table[name](x)


def test_functions_that_are_known_at_run_time(same):
    assert same(at_run_time, (1.5, {"a": math.sin}, "a")).outline == "getitem %t"


def text_methods(x, name):
    print(f"{name} is {1.0:.2f}", end="")
    return x * len(name.upper().split("_"))


def test_methods_of_texts(same):
    same(text_methods, (1.5, "a_b_c"))


def dict_methods(table, weights):
    total = table.get("a", 1.0) + table.get("z", 2.0)
    for key in sorted(table.keys()):
        total *= weights.get(key, 3)
    return total + sum(table.values()) + sum(v * len(k) for k, v in table.items())


def test_methods_of_dicts(same):
    same(dict_methods, ({"a": 1.5, "bc": 2.5}, {"a": 2}))


def list_methods(xs):
    found = []
    for x in xs:
        found.append(x * 2.0)
    other = xs.copy()
    return found[-1] * other[0] + xs.index(2.5) + xs.count(1.5)


def test_methods_of_lists(same):
    same(list_methods, ([1.5, 2.5],))


def packs(x):
    return struct.unpack("d", struct.pack("d", x))[0]


def unknown_method(x):
    return x.hex()


def reads_names(x):
    return eval("x * x")


def calls_a_number(x):
    return 3.0(x)


REFUSED = [
    (packs, "struct.pack", NoRuleError, "no derivative rule"),
    (unknown_method, "x.hex()", NoRuleError, "method"),
    (reads_names, "eval(", UnsupportedSyntax, "read any variable"),
]


@pytest.mark.parametrize(("fun", "text", "kind", "reason"), REFUSED)
def test_refused_calls(refused, fun, text, kind, reason):
    error = refused(fun, text, 1.5)
    assert isinstance(error, kind)
    assert reason in error.reason


TEXTS = {
    "str": lambda x: float(str(x)),
    "repr": lambda x: float(repr(x)),
    "format": lambda x: float(format(x, ".3f")),
    "fstring": lambda x: float(f"{x}"),
    "percent": lambda x: float("%s" % x),  # noqa: UP031
    "joined": lambda x: float("".join(["1", str(x)])),
    "added": lambda x: float("1" + str(x)),
    "sliced": lambda x: float(str(x)[:3]),
    "in_a_list": lambda x: [float(text) for text in [str(x)]][0],
    "mapped": lambda x: sum(map(float, [str(x)])) * x,
    "in_a_dict": lambda x: float({"a": str(x)}["a"]),
    "of_a_list": lambda x: float(str([x])[1:-1]),
    "complex": lambda x: complex(str(x)).real,
    "chosen": lambda x: float(str(x) if x > 0 else "1.0"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_numbers_read_from_texts_of_active_numbers(refused, name):
    assert isinstance(refused(TEXTS[name], f'"{name}"', 1.5), UnsupportedValue)


def text_in_a_loop(x):
    text = ""
    for k in range(3):
        text = text + str(x + k)[:1]
    return float(text)


def text_of_a_helper(x):
    return number_from(str(x)) * x


def number_from(text):
    return float(text)


def test_texts_are_followed_through_loops_and_helpers(refused):
    refused(text_in_a_loop, "float(text)", 1.5)
    refused(text_of_a_helper, "", 1.5)


def harmless_texts(x, n):
    print(f"x = {x:.2f}", end="")
    label = str(x)
    if len(label) > 100 or label.startswith("z"):
        return float("2.5") * x
    return x * float(str(n)) + int("3") * x


def test_texts_that_are_not_read_again(same):
    same(harmless_texts, (1.5, 4))


class Square:
    rate = 2.0

    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


class Strip(Square):
    def area(self):
        return 3.0 * self.side


def chosen_class(x, name):
    if name == "square":
        cls = Square
    elif name == "strip":
        cls = Strip
    else:
        raise ValueError(name)
    return cls(x).area() * cls.rate + len(cls.__name__)


def chosen_in_a_loop(x, names):
    total, shapes = x, []
    for name in names:
        cls = Square if name == "square" else Strip
        shapes.append(cls(x * total))
        total += cls(total).area() * x
    return total + sum(shape.area() for shape in shapes)


def asked_for_a_chosen_class(x, name):
    cls = Square if name == "square" else Strip
    return x * x if isinstance(Square(x), cls) else 3.0 * x


@pytest.mark.parametrize("name", ["square", "strip"])
@pytest.mark.parametrize("function", [chosen_class, asked_for_a_chosen_class])
def test_classes_that_a_path_chooses(function, name):
    s2sad.check_grads(function, (1.3, name))


def test_classes_that_a_loop_chooses():
    s2sad.check_grads(chosen_in_a_loop, (0.4, ["square", "strip", "square"]))


def test_an_object_is_not_asked_for_a_class_that_is_not_known():
    with pytest.raises(s2sad.DifferentiationError, match="known only when the program runs"):
        s2sad.grad(lambda x, cls: x * x if isinstance(Square(x), cls) else x)(1.3, Square)


def of_the_type_of_a_number(x, n):
    kind = type(x)
    return kind(0.5) * x * x + type(n)(2.7) * x + kind(1)


def test_the_type_of_a_number_is_called():
    assert s2sad.grad(of_the_type_of_a_number, 0)(0.4, 3) == pytest.approx(0.4 + 2)


def test_an_array_made_by_the_type_of_a_number_is_one():
    def scaled(a, scale):
        r = (a - 1.0) * (type(scale)(1) / scale)
        for i in range(len(r)):
            r[i] = r[i] ** 2
        return np.sum(r)

    a = np.array([0.3, 0.5])
    assert s2sad.grad(scaled)(a, 0.5) == pytest.approx(8.0 * (a - 1.0))


class Held:
    def __init__(self, v):
        self.v = v

    def list(self, items):
        items[1] = Held(items[0].v ** 2)


def filter(items):
    items[0] = items[0] * 2


def product(table):
    table["a"] = table["a"] ** 3


def written_by_filter(x):
    items = [x, 1.0]
    filter(items)
    return items[0]


def written_by_product(x):
    table = {"a": x}
    for _ in range(2):
        product(table)
    return table["a"]


def written_by_a_method(x):
    items = [Held(x), Held(1.0)]
    items[0].list(items)
    return items[1].v


def written_by_an_inner_function(x):
    def sorted(rows):
        rows[0][1] = rows[0][0] * x

    rows = [[x, 1.0], [2.0, x]]
    sorted(rows)
    return rows[0][1]


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (written_by_filter, 2.0),
        (written_by_product, 9 * 1.5**8),
        (written_by_a_method, 3.0),
        (written_by_an_inner_function, 3.0),
    ],
)
def test_functions_that_have_the_names_of_others_that_only_read(function, slope):
    assert s2sad.grad(function)(1.5) == pytest.approx(slope)
    assert s2sad.jvp(function, (1.5,), (1.0,))[1] == pytest.approx(slope)
