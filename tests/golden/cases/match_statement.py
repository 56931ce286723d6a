"""match, with literals, a guard, and a pattern that binds."""

POINT = {"kind": "scaled", "x": 1.7}


def f(kind: str, x: float):
    match kind, x:
        case "square", _:
            return x * x
        case "scaled", value if value > 1.0:
            return 3.0 * value
        case _:
            return x
