"""The functions of a module beside the one that is asked for."""


def power(x, k):
    return 1.0 if k == 0 else x * power(x, k - 1)


def even(x, k):
    return x if k == 0 else odd(x * 2.0, k - 1)


def odd(x, k):
    return x if k == 0 else even(x + 1.0, k - 1)


def test_calls_of_one_kind_have_one_function(same):
    made = same(lambda x: power(x, 3) + power(x * x, 2) * x, (0.7,), (-1.5,))
    assert len(made.names) == 2 and made.outline.split().count(f"@{made.names[1]}") == 2


def test_functions_that_call_each_other(same):
    made = same(lambda x: even(x, 5), (0.7,), (-1.5,))
    assert {name.rstrip("_0123456789") for name in made.names[1:]} <= {"even", "odd"}


def test_a_function_that_reads_a_variable_of_the_one_around_it(same):
    def f(x):
        def scaled(y, k):
            return y if k == 0 else scaled(y * x, k - 1)

        return scaled(2.0, 3)

    made = same(f, (0.7,), (-1.5,))
    assert len(made.module.functions[1].params) == 3
