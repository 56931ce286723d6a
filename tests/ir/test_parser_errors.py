import pytest

from s2sad.ir.parser import ParseError, parse_function

ERRORS = [
    ("nothing is named", 2, "y = sine x"),
    ("nothing is named", 2, "y = math.sine x"),
    ("nothing is named", 2, "y = nosuchmodule.sine x"),
    ("needs a scope_object", 2, "y = neg $len"),
    ("the line is not complete", 2, "y ="),
    ("'=' expected", 2, "y, z neg x"),
    ("is not a name", 2, "1, y = neg x"),
    ("is not a literal", 2, "y = neg 1.2.3"),
    ("is out of place", 2, "y = neg a-b"),
    ("is out of place", 2, "y = neg 'abc"),
    ("is out of place", 2, "if x y"),
    ("is out of place", 2, "if x [stops]"),
    ("'in' expected", 2, "for i x"),
    ("'cond' expected", 3, "while\n        do"),
    ("'cond' and 'do' expected", 2, "while\n        cond\n            yield x"),
    ("not indented as", 4, "if x\n        neg x\n          neg x"),
    ("the block has ended", 4, "if x\n        yield\n        neg x"),
    ("the block has ended", 3, "return x\n    neg x"),
    ("the function has no return", 1, "neg x"),
    ("'function' expected", 3, "return x\ny = neg x"),
]


@pytest.mark.parametrize("message, number, line", ERRORS, ids=[line for _, _, line in ERRORS])
def test_errors_name_the_line(message, number, line):
    with pytest.raises(ParseError, match=message) as caught:
        parse_function(f"function f(x)\n    {line}")
    assert caught.value.line == number
    assert f"line {number}:" in str(caught.value)


@pytest.mark.parametrize(
    "text", ["function f(x: odd)\n    return x", "function f(x y)\n    return x", "function f x"]
)
def test_errors_of_headers(text):
    with pytest.raises(ParseError, match="line 1:"):
        parse_function(text)


@pytest.mark.parametrize("text", ["", "function f(x)\n    return x\nfunction g(x)\n    return x"])
def test_one_function_is_asked_for(text):
    with pytest.raises(ParseError, match="one function expected"):
        parse_function(text)


def test_errors_are_value_errors():
    assert issubclass(ParseError, ValueError)
