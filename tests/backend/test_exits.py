"""How loops are left: by `return`, with `else`, or by a flag, whichever a person would write."""

RETURNS = """
    function f(xs, y)
        for x in xs with returned = False, result = undefined -> returned_2, result_2 [stops]
            t = gt x y
            if t -> returned_1, result_1, stop
                {made}
                yield True t_1 True
            else
                yield returned result False
            yield returned_1 result_1 stop
        if returned_2 -> result_3
            yield result_2
        else
            result_4 = add y 1.0
            yield result_4
        return result_3
    """


def test_a_return_where_the_loop_is_left(check):
    check(
        RETURNS.format(made="t_1 = mul x 2.0"),
        """
        for x in xs:
            if x > y:
                return x * 2.0
        return y + 1.0
        """,
        (([1.0, 3.0], 2.0), 6.0),
        (([1.0], 2.0), 3.0),
        (([], 2.0), 3.0),
    )


def test_with_more_to_do_after_it_the_loop_has_an_else(check):
    check(
        """
        function f(xs, y)
            for x in xs with broke = False -> broke_2 [stops]
                t = gt x y
                if t -> broke_1, stop
                    yield True True
                else
                    yield broke False
                yield broke_1 stop
            if broke_2 -> y_2
                yield y
            else
                y_1 = add y 10.0
                yield y_1
            print y_2
            z = mul y_2 y_2
            return z
        """,
        """
        for x in xs:
            if x > y:
                break
        else:
            y = y + 10.0
        print(y)
        z = y * y
        return z
        """,
        (([1.0, 3.0], 2.0), 4.0),
        (([1.0], 2.0), 144.0),
    )


def test_a_flag_that_says_more_than_how_the_loop_was_left_stays(check):
    check(
        """
        function f(xs)
            for x in xs with found = False -> found_2 [stops]
                t = gt x 1.0
                if t -> found_1
                    yield True
                else
                    yield found
                t_1 = lt x 0.0
                yield found_1 t_1
            if found_2 -> y
                print 1
                yield 1.0
            else
                print 2
                yield 2.0
            return y
        """,
        """
        found = False
        for x in xs:
            if x > 1.0:
                found = True
            t = x < 0.0
            if t:
                break
        if found:
            print(1)
            return 1.0
        print(2)
        return 2.0
        """,
        (([0.5, 2.0, -1.0, 3.0],), 1.0),
        (([0.5, -1.0, 3.0],), 2.0),
    )
