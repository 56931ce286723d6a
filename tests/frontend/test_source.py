"""The source of a function is found wherever Python keeps it, and it is that of exactly this function."""

import ast
import functools
import importlib.util
import linecache
import math
import operator
import subprocess
import sys

import pytest

from s2sad.errors import SourceNotFound
from s2sad.frontend.source import find_source


def text(function):
    """The function's source in one spelling, decorators and all, to compare with."""
    return ast.unparse(find_source(function).tree)


def module_from(path, content):
    """A module made from bytes or text."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def square(x):
    return x * x


def logged(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


@logged
@logged
def decorated(x):
    # a comment
    return x + 1.0


class Model:
    rate = 2.0

    def value(self, x):
        return self.__scaled(x) + super().__hash__() * 0.0

    def __scaled(self, x):
        return self.__dict__.get("__scale", 1.0) * x

    @staticmethod
    def doubled(x):
        return 2.0 * x

    @classmethod
    def rated(cls, x):
        return cls.rate * x

    @property
    def half(self):
        return 0.5 * self.rate


def test_function_of_a_module():
    source = find_source(square)
    assert isinstance(source.tree, ast.FunctionDef) and source.tree.name == "square"
    assert source.file == __file__ and source.function is square
    assert source.lines[source.tree.lineno - 1] == "def square(x):\n"


def test_a_wrapper_and_what_it_wraps_are_two_functions():
    assert find_source(decorated).tree.name == "wrapper"
    inner = find_source(decorated.__wrapped__.__wrapped__)
    assert inner.tree.name == "decorated"
    assert inner.text_of(inner.tree.body[0]) == "return x + 1.0"
    assert inner.lines[inner.tree.lineno - 1] == "def decorated(x):\n"


def test_methods():
    assert "self.__scaled(x) + super()" in text(Model.value)
    assert "__scale" in text(Model._Model__scaled)
    assert "2.0 * x" in text(Model.doubled)
    assert "cls.rate * x" in text(Model.rated)
    assert text(Model().value) == text(Model.value)
    assert "0.5 * self.rate" in text(Model.half.fget)


def test_nested_functions_and_closures():
    def outer(scale):
        def inner(x, inner_most=lambda x: x):
            def deepest(y):
                nonlocal scale
                scale = y
                return [scale * k for k in range(3)]

            return deepest(inner_most(x))

        return inner

    inner = outer(2.0)
    assert find_source(inner).tree.name == "inner"
    assert text(inner.__defaults__[0]) == "lambda x: x"


def test_recursion_nested_and_global():
    def factorial(n):
        return 1.0 if n < 2 else n * factorial(n - 1)

    assert find_source(factorial).tree.name == "factorial"
    assert find_source(countdown).tree.name == "countdown"


def countdown(x):
    return x if x < 1.0 else countdown(x - 1.0)


def test_two_lambdas_on_a_line():
    first, second = lambda x: x + 1.0, lambda x: x + 2.0
    assert text(first) == "lambda x: x + 1.0"
    assert text(second) == "lambda x: x + 2.0"


def test_lambdas_on_a_line_that_differ_in_a_name_a_sign_or_a_type_only():
    group = [lambda x: math.sin(x), lambda x: math.cos(x), lambda x: x + 0.0, lambda x: x + -0.0, lambda x: x + 0, lambda y: y + 0.0]  # fmt: skip
    wanted = ["math.sin(x)", "math.cos(x)", "x + 0.0", "x + -0.0", "x + 0", "y + 0.0"]
    assert [text(item).partition(": ")[2] for item in group] == wanted


def test_lambdas_on_a_line_that_differ_in_what_they_close_over():
    a, b = 2.0, 3.0
    first, second = lambda x: x * a, lambda x: x * b
    assert (text(first), text(second)) == ("lambda x: x * a", "lambda x: x * b")
    assert (first(1.0), second(1.0)) == (a, b)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 keeps no columns")
def test_equal_lambdas_on_a_line_are_told_apart_by_their_columns():
    first, second = lambda x: x + 1.0, lambda x: x + 1.0
    assert find_source(first).tree.col_offset < find_source(second).tree.col_offset


def test_lambda_in_a_lambda():
    outer = lambda x: (lambda y: y * x)  # noqa: E731
    assert text(outer) == "lambda x: lambda y: y * x"
    assert text(outer(2.0)) == "lambda y: y * x"


def test_lambda_over_several_lines_in_a_call_in_a_list():
    def same(function, *, count=1):
        return function

    several = [
        same(
            lambda x, y: x
            * y
            + 1.0,
            count=2,
        ),
        same(lambda x: x),
    ]  # fmt: skip
    source = find_source(several[0])
    assert source.text_of(source.tree) == "lambda x, y: x * y + 1.0"
    assert text(several[1]) == "lambda x: x"


def test_functions_of_one_name():
    def twice(x):
        return x + x

    first = twice

    def twice(x):
        return 2.0 * x

    assert "x + x" in text(first) and "2.0 * x" in text(twice)


def test_function_in_a_branch_of_a_try_and_a_match():
    match [1.0]:
        case [number]:
            try:

                def inner(x):
                    return x * number

            except ValueError:
                pass
    assert find_source(inner).tree.name == "inner"


def test_function_with_rewritten_assertions():
    def positive(x):
        """pytest rewrites this assertion, as the code shows."""
        assert x > 0.0, "must be positive"
        return x * square(x)

    assert any(name.startswith("@py") for name in positive.__code__.co_names)
    assert "must be positive" in text(positive)


def test_methods_of_imported_modules_compile_to_the_code_that_runs(tmp_path):
    """Python 3.11 compiles `m.f(x)` in another way where `m` is imported at the top level of the file."""
    module = module_from(
        tmp_path / "imported.py",
        "try:\n    import math\nexcept ImportError:\n    pass\n\ndef f(x, y):\n    return math.sin(x) + y.conjugate()\n",
    )
    assert find_source(module.f).tree.name == "f"


def test_future_import(tmp_path):
    content = "from __future__ import annotations\nimport math\ndef f(x: NoSuchClass) -> Nor[This]:\n    y: Nor = x\n    return math.sin(y)\n"
    assert find_source(module_from(tmp_path / "future.py", content).f).tree.name == "f"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type parameters came with Python 3.12")
def test_type_parameters(tmp_path):
    module = module_from(
        tmp_path / "generic.py", "def f[T](x: T) -> T:\n    y: T = x\n    return (y, T)[0]\n"
    )
    assert find_source(module.f).tree.name == "f"


def test_coroutine_function():
    async def waiting(x):
        return x

    assert isinstance(find_source(waiting).tree, ast.AsyncFunctionDef)


def test_line_ends_of_windows_tabs_and_other_alphabets(tmp_path):
    content = (
        'def größe(α, β=1):\r\n\t"""Größe: α·β"""\r\n\tif α > 0:\r\n\t\tπ = "ä"; α = α * β\r\n\treturn α\r\n'
    )
    source = find_source(module_from(tmp_path / "greek.py", content).größe)
    last = source.tree.body[1].body[1]
    assert source.text_of(last) == "α = α * β"
    assert source.text_of(last.value.right) == "β"
    location = source.location(last.value.right)
    assert (location.line, location.column, location.text) == (4, 20, "β")
    assert source.lines[3][location.column - 1] == "β"


def test_file_in_another_encoding_with_a_mark_at_its_start(tmp_path):
    latin = "# -*- coding: latin-1 -*-\ndef f(x):\n    ü = x; return ü * 2.0\n".encode("latin-1")
    source = find_source(module_from(tmp_path / "latin.py", latin).f)
    assert source.text_of(source.tree.body[1]) == "return ü * 2.0"
    marked = b"\xef\xbb\xbfdef f(x): return x\n"
    assert find_source(module_from(tmp_path / "marked.py", marked).f).tree.name == "f"


def test_text_of_statements_is_one_line():
    def several(x):
        for k in range(3):  # three times
            x += k
        if x > 1.0:  # a comment
            x = x + 1.0  # the first
        else:
            x = 2.0
        with open("a") as file, file:
            pass
        try:
            x = [x, 1.0][0]
        finally:
            pass

        @operator.call
        def inner(x, *, y=1):
            """Doc."""
            return x

        return x

    source = find_source(several)
    assert [source.text_of(node) for node in source.tree.body] == [
        "for k in range(3):",
        "if x > 1.0:",
        "with open('a') as file, file:",
        "try:",
        "def inner(x, *, y=1):",
        "return x",
    ]
    assert source.text_of(source.tree.body[1].body[0]) == "x = x + 1.0"
    assert source.location(source.tree).text == "def several(x):"


def test_location_names_file_line_and_column():
    source = find_source(square)
    product = source.tree.body[0].value
    location = source.location(product)
    assert (location.file, location.text) == (__file__, "x * x")
    assert location.line == square.__code__.co_firstlineno + 1
    assert location.column == 12


def test_notebook_cell():
    file, content = "/tmp/ipykernel_1/123.py", "y = 1.0\ndef cell(x):\n    return x * y\n"
    linecache.cache[file] = len(content), None, content.splitlines(True), file
    names = {}
    exec(compile(content, file, "exec"), names)
    assert find_source(names["cell"]).text_of(find_source(names["cell"]).tree.body[0]) == "return x * y"


PROMPT = """\
from s2sad.frontend.source import find_source
def typed(x):
    return x * x

lam, bda = lambda x: x + 1.0, lambda x: x + 2.0
try:
    print("found", *(find_source(f).text_of(find_source(f).tree) for f in (typed, bda)))
except Exception as error:
    print("refused", type(error).__name__, error)

"""


def test_interactive_prompt():
    command = [sys.executable, "-i", "-q"]
    result = subprocess.run(command, input=PROMPT, capture_output=True, text=True, timeout=60, check=True)
    if sys.version_info >= (3, 13):
        assert "found def typed(x): lambda x: x + 2.0" in result.stdout
    else:
        assert "refused SourceNotFound <stdin>:1:1: typed was typed at a prompt" in result.stdout
        assert "way out: write it to a file" in result.stdout


def test_made_from_a_string():
    names = {}
    exec("def made(x):\n    return x\n", names)
    with pytest.raises(SourceNotFound, match="made was made from a string"):
        find_source(names["made"])


@pytest.mark.parametrize("function", [math.sin, len, operator.add, float, 2.5, functools.partial(square)])
def test_not_written_in_python(function):
    with pytest.raises(SourceNotFound, match="not a function written in Python") as caught:
        find_source(function)
    assert "way out: " in str(caught.value)


def test_file_that_is_gone(tmp_path):
    module = module_from(tmp_path / "gone.py", "def f(x):\n    return x\n")
    (tmp_path / "gone.py").unlink()
    with pytest.raises(SourceNotFound, match="gone.py can't be read"):
        find_source(module.f)


@pytest.mark.parametrize(
    "changed",
    [
        "def f(x):\n    return 3.0 * g(x)\n",
        "def f(x):\n    return 2.0 * h(x)\n",
        "def f(y):\n    return 2.0 * g(y)\n",
        "def f(x):\n    return 2.0 + g(x)\n",
        "\ndef f(x):\n    return 2.0 * g(x)\n",
        "def f(x):\n    return 2 * g(x)\n",
        "def f(x:\n",
    ],
)
def test_file_that_was_changed(tmp_path, changed):
    file = tmp_path / "changed.py"
    module = module_from(file, "def f(x):\n    return 2.0 * g(x)\n")
    assert find_source(module.f).tree.name == "f"
    file.write_text(changed + "# longer than it was\n")
    with pytest.raises(SourceNotFound, match="changed after it was imported") as caught:
        find_source(module.f)
    assert f"{file}:1:1: " in str(caught.value)


def test_a_change_elsewhere_in_the_file_does_no_harm(tmp_path):
    file = tmp_path / "extended.py"
    module = module_from(file, "def f(x):\n    return 2.0 * x\n")
    file.write_text("def f(x):  # a comment\n    return (2.0 *  x)\n\ndef g(x):\n    return x\n")
    assert text(module.f) == "def f(x):\n    return 2.0 * x"


def test_the_same_function_again_is_the_same_node():
    assert find_source(square).tree is find_source(square).tree
