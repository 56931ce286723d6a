import math
from s2sad.runtime.operations import check_real
from s2sad.runtime.shadow import merge_at, shadow_of


def f_grad(x):
    result, value_saved = value_fwd(x, 6)
    check_real(result)
    x_bar = value_rev(value_saved, 1.0)  # line 15: value(x, 6, {})
    return x_bar


def value_fwd(x, n):
    memo_values = []
    memo = {}
    n_below_2 = n < 2
    n_not_in_memo = value_result_1 = sin_value = value_1_saved_1 = value_result = None
    value_1_saved = None
    if n_below_2:
        result = x + n
        k = None
    else:
        n_not_in_memo = n not in memo
        if n_not_in_memo:
            value_result, value_1_saved = value_1_fwd(x, n - 1, memo, memo_values)
            sin_value = math.sin(value_result)
            value_result_1, value_1_saved_1 = value_1_fwd(x, n - 2, memo, memo_values)
            k = len(memo_values)
            memo[n] = k
            memo_values.append(sin_value * value_result_1)
        k = memo[n]
        result = memo_values[k]
    saved = (
        memo_values,
        n_below_2,
        k,
        n_not_in_memo,
        value_result_1,
        sin_value,
        value_1_saved_1,
        value_result,
        value_1_saved,
    )
    return result, saved


def value_rev(saved_1, result_bar):
    (
        memo_values,
        n_below_2,
        k,
        n_not_in_memo,
        value_result,
        sin_value,
        value_1_saved,
        value_result_1,
        value_1_saved_1,
    ) = saved_1
    memo_values_bar = shadow_of(memo_values)
    if n_below_2:
        return result_bar
    merge_at(memo_values_bar, k, result_bar)  # line 11: memo[n]
    if n_not_in_memo:
        # line 10: memo[n] = math.sin(value(x, n - 1, memo)) * value(x, n - 2, memo)
        product_bar = memo_values_bar.pop()
        # line 10: math.sin(value(x, n - 1, memo)) * value(x, n - 2, memo)
        sin_value_bar = value_result * product_bar
        value_result_bar = sin_value * product_bar
        # line 10: value(x, n - 2, memo)
        x_bar = value_1_rev(value_1_saved, value_result_bar, memo_values_bar)
        # line 10: math.sin(value(x, n - 1, memo))
        value_result_bar = math.cos(value_result_1) * sin_value_bar
        # line 10: value(x, n - 1, memo)
        x_bar_1 = value_1_rev(value_1_saved_1, value_result_bar, memo_values_bar)
        x_bar += x_bar_1
        return x_bar
    return 0.0


def value_1_rev(saved_1, result_bar, memo_values_bar):
    (
        n_below_2,
        k,
        n_not_in_memo,
        value_result,
        sin_value,
        value_1_saved,
        value_result_1,
        value_1_saved_1,
    ) = saved_1
    if n_below_2:
        return result_bar
    merge_at(memo_values_bar, k, result_bar)  # line 11: memo[n]
    if n_not_in_memo:
        # line 10: memo[n] = math.sin(value(x, n - 1, memo)) * value(x, n - 2, memo)
        product_bar = memo_values_bar.pop()
        # line 10: math.sin(value(x, n - 1, memo)) * value(x, n - 2, memo)
        sin_value_bar = value_result * product_bar
        value_result_bar = sin_value * product_bar
        # line 10: value(x, n - 2, memo)
        x_bar = value_1_rev(value_1_saved, value_result_bar, memo_values_bar)
        # line 10: math.sin(value(x, n - 1, memo))
        value_result_bar = math.cos(value_result_1) * sin_value_bar
        # line 10: value(x, n - 1, memo)
        x_bar_1 = value_1_rev(value_1_saved_1, value_result_bar, memo_values_bar)
        x_bar += x_bar_1
        return x_bar
    return 0.0


def value_1_fwd(x, n, memo, memo_values):
    n_below_2 = n < 2
    n_not_in_memo = value_result_1 = sin_value = value_1_saved_1 = value_result = None
    value_1_saved = None
    if n_below_2:
        result = x + n
        k = None
    else:
        n_not_in_memo = n not in memo
        if n_not_in_memo:
            value_result, value_1_saved = value_1_fwd(x, n - 1, memo, memo_values)
            sin_value = math.sin(value_result)
            value_result_1, value_1_saved_1 = value_1_fwd(x, n - 2, memo, memo_values)
            k = len(memo_values)
            memo[n] = k
            memo_values.append(sin_value * value_result_1)
        k = memo[n]
        result = memo_values[k]
    saved = (
        n_below_2,
        k,
        n_not_in_memo,
        value_result_1,
        sin_value,
        value_1_saved_1,
        value_result,
        value_1_saved,
    )
    return result, saved
