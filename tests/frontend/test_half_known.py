"""Values that say too little of an active one that is in them."""


def test_a_number_that_is_read_from_a_text(refused):
    def f(x):
        t = f"{x}"
        return x * float(t)

    assert "text and back" in str(refused(f, "float(t)", 0.5))


def test_a_text_of_a_constant_is_harmless(same):
    same(lambda x: x * float("2.5") * float(str(3)), (0.5,))


def test_an_exception_that_holds_an_active_value(refused):
    def f(x):
        try:
            raise ValueError(x)
        except ValueError as error:
            return error.args[0] * x

    assert "exception" in str(refused(f, "error.args", 0.5))


def test_a_text_beside_active_numbers_is_a_key(same):
    def f(x):
        rows = [("a", x), ("b", 2.0 * x), ("a", x * x)]
        totals = {}
        for k in range(len(rows)):
            name = rows[k][0]
            totals[name] = totals.get(name, 0.0) + rows[k][1]
        return totals["a"] * totals["b"]

    same(f, (0.5,))


def test_a_text_of_a_number_is_one_in_a_row_too(refused):
    def f(x):
        rows = [(str(x), x), (f"{2.0 * x}", x)]
        total = 0.0
        for k in range(len(rows)):
            name = rows[k][0]
            total += float(name) * x
        return total

    assert "text and back" in str(refused(f, "float(name)", 0.5))


def test_a_text_beside_numbers_in_a_dict_of_an_object(same):
    class Optimizer:
        def __init__(self, rate, limit=None):
            self.settings = {"rate": rate, "limit": limit, "name": f"SGD({rate})"}

        def step(self, x):
            limit = self.settings["limit"]
            return x - self.settings["rate"] * x * (3.0 if limit is None else limit)

    same(lambda x, rate: Optimizer(rate).step(x) ** 2, (0.5, 0.1))
