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
    t = n < 2
    if t:
        result = x + n
        k = None
        t_1 = None
        t_4 = None
        t_3 = None
        value_1_saved_1 = None
        t_2 = None
        value_1_saved = None
    else:
        t_1 = n not in memo
        if t_1:
            t_2, value_1_saved = value_1_fwd(x, n - 1, memo, memo_values)
            t_3 = math.sin(t_2)
            t_4, value_1_saved_1 = value_1_fwd(x, n - 2, memo, memo_values)
            k = len(memo_values)
            memo[n] = k
            memo_values.append(t_3 * t_4)
        else:
            t_4 = None
            t_3 = None
            value_1_saved_1 = None
            t_2 = None
            value_1_saved = None
        k = memo[n]
        result = memo_values[k]
    saved = memo_values, t, k, t_1, t_4, t_3, value_1_saved_1, t_2, value_1_saved
    return result, saved


def value_rev(saved_1, result_bar):
    memo_values, t, k, t_1, t_2, t_3, value_1_saved, t_4, value_1_saved_1 = saved_1
    memo_values_bar = shadow_of(memo_values)
    if t:
        return result_bar
    merge_at(memo_values_bar, k, result_bar)  # line 11: memo[n]
    if t_1:
        # line 10: memo[n] = math.sin(value(x, n - 1, memo)) * value(x, n - 2, memo)
        t_bar = memo_values_bar.pop()
        t_bar_1 = t_2 * t_bar  # line 10: math.sin(value(x, n - 1, memo)) * value(x, n - 2, memo)
        # line 10: value(x, n - 2, memo)
        x_bar = value_1_rev(value_1_saved, t_3 * t_bar, memo_values_bar)
        t_bar_2 = math.cos(t_4) * t_bar_1  # line 10: math.sin(value(x, n - 1, memo))
        # line 10: value(x, n - 1, memo)
        x_bar += value_1_rev(value_1_saved_1, t_bar_2, memo_values_bar)
        return x_bar
    return 0.0


def value_1_rev(saved_1, result_bar, memo_values_bar):
    t, k, t_1, t_2, t_3, value_1_saved, t_4, value_1_saved_1 = saved_1
    if t:
        return result_bar
    merge_at(memo_values_bar, k, result_bar)  # line 11: memo[n]
    if t_1:
        # line 10: memo[n] = math.sin(value(x, n - 1, memo)) * value(x, n - 2, memo)
        t_bar = memo_values_bar.pop()
        t_bar_1 = t_2 * t_bar  # line 10: math.sin(value(x, n - 1, memo)) * value(x, n - 2, memo)
        # line 10: value(x, n - 2, memo)
        x_bar = value_1_rev(value_1_saved, t_3 * t_bar, memo_values_bar)
        t_bar_2 = math.cos(t_4) * t_bar_1  # line 10: math.sin(value(x, n - 1, memo))
        # line 10: value(x, n - 1, memo)
        x_bar += value_1_rev(value_1_saved_1, t_bar_2, memo_values_bar)
        return x_bar
    return 0.0


def value_1_fwd(x, n, memo, memo_values):
    t = n < 2
    if t:
        result = x + n
        k = None
        t_1 = None
        t_4 = None
        t_3 = None
        value_1_saved_1 = None
        t_2 = None
        value_1_saved = None
    else:
        t_1 = n not in memo
        if t_1:
            t_2, value_1_saved = value_1_fwd(x, n - 1, memo, memo_values)
            t_3 = math.sin(t_2)
            t_4, value_1_saved_1 = value_1_fwd(x, n - 2, memo, memo_values)
            k = len(memo_values)
            memo[n] = k
            memo_values.append(t_3 * t_4)
        else:
            t_4 = None
            t_3 = None
            value_1_saved_1 = None
            t_2 = None
            value_1_saved = None
        k = memo[n]
        result = memo_values[k]
    saved = t, k, t_1, t_4, t_3, value_1_saved_1, t_2, value_1_saved
    return result, saved
