"""The functions of a module: one for each kind of call, lowered until what it gives is known."""


def test_one_instance_for_each_kind_of_call(lowered):
    def fall(x, n):
        return x if n <= 0 else fall(x * 0.5, n - 1) + x

    def f(x):
        return fall(x, 3) + fall(x, 2) + fall(2.0, 2)

    made = lowered(f, 1.5)
    calls = made.outline.split()
    assert calls.count("@fall") == 2 and len([name for name in made.names if "fall" in name]) <= 2


def test_results_are_lowered_until_their_kind_is_known(same):
    def grown(x, n):
        if n == 0:
            return 1
        return grown(x, n - 1) * x

    made = same(lambda x: grown(x, 3) + grown(x, 0), (1.5,))
    assert "@grown" in made.outline


def test_recursion_that_gives_tuples(same):
    def halved(x, n):
        if n == 0:
            return x, 1
        left, count = halved(x * 0.5, n - 1)
        return left * 2.0, count + 1

    made = same(lambda x, n: halved(x, n)[0] * halved(x, n)[1], (1.5, 2), (-0.5, 1))
    assert made.names.count("halved") == 1
