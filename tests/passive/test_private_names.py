"""`self.__name`: read, written and called, in objects that are made in the function, passed to it, or live outside."""

import ast

import pytest

import s2sad
from s2sad.frontend.private_names import with_stored_names


class Account:
    __rate = 2.0

    def __init__(self, w, x=0.0):
        self.__w = w
        self._Account__said = 3.0
        self.__x = x

    def run(self, x):
        return x * x * self.__w + self.__said

    def __private(self, x):
        return x * self.__w * x

    def calling(self, x):
        return self.__private(x) * x + self.__rate

    def setting(self, x):
        self.__w = 4.0
        return x * self.__w * x

    def adding(self, x):
        self.__x = x * 2
        self.__x += x
        self.__x *= self.__w
        return self.__x * self.__x

    def nested(self, x):
        def inner(y):
            return y * self.__w

        return inner(x) * x + sum(self.__w * x for _ in range(2)) + (lambda y: y * self.__w)(x)

    @property
    def __twice(self):
        return 2.0 * self.__w

    @staticmethod
    def __cube(x):
        return x * x * x

    def others(self, x):
        __local = self.__twice * x
        return __local * x + self.__cube(x) + Account.__cube(x)

    def of_another(self, x, o):
        return x * x * o.__w

    def keyword(self, x, __p=2.0):
        return x * x * __p


class Savings(Account):
    def __init__(self, w):
        super().__init__(w)
        self.__w = 10.0

    def both(self, x):
        return self.run(x) * self.__w


class __Underscored:
    def __init__(self, w):
        self.__w = w

    def run(self, x):
        return x * self.__w * x


UNDERSCORED = __Underscored
ACCOUNT = Account(2.0, 1.0)


def everything(x, a):
    return a.run(x) + a.calling(x) + a.nested(x) + a.others(x) + a.of_another(x, a) + a.keyword(x)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: everything(x, Account(x)),
        lambda x: Account(x).setting(x) * Account(2.0, x).adding(x),
        lambda x: Savings(x).both(x),
        lambda x: UNDERSCORED(x).run(x),
        lambda x: everything(x, ACCOUNT),
        lambda x: Account.run(ACCOUNT, x),
        ACCOUNT.nested,
        ACCOUNT.others,
    ],
)
def test_private_names(f, any_order):
    any_order(f)


def test_of_an_argument(any_order):
    any_order(everything, ACCOUNT)
    any_order(everything, Savings(0.5))
    any_order(lambda x, m: m(x), ACCOUNT.calling)


def test_what_is_written_to_an_object_outside_is_refused():
    with pytest.raises(s2sad.DifferentiationError, match="attribute `_Account__x`"):
        s2sad.grad(ACCOUNT.adding)(1.0)


def test_as_they_are_stored():
    text = "def f(__a, __b__, c):\n    global __d\n    return __a.__e(__x=c).__f__ + _.g"
    (node,) = ast.parse(text).body
    stored = ast.unparse(with_stored_names(node, "__C"))
    assert stored == "def f(_C__a, __b__, c):\n    global _C__d\n    return _C__a._C__e(_C__x=c).__f__ + _.g"
    assert with_stored_names(node, "_") is node
    assert ast.unparse(node) == text
