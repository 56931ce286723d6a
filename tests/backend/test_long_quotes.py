"""What a comment quotes of a very long expression."""

import importlib.util

import pytest

import s2sad


def product_of(factors, folder):
    path = folder / f"product_of_{factors}.py"
    text = " * ".join(f"(x + {1 + i / factors / factors})" for i in range(factors))
    path.write_text(f"def f(x):\n    return {text}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f


def test_the_text_of_a_long_product_grows_with_it_and_not_with_its_square(tmp_path):
    lengths = []
    for factors in (60, 240):
        function = product_of(factors, tmp_path)
        gradient = s2sad.grad(function)
        x, h = 0.01, 1e-7
        difference = (function(x + h) - function(x - h)) / (2 * h)
        assert gradient(x) == pytest.approx(difference, rel=1e-6)
        lengths.append(len(gradient.source))
        assert "# line 2: (x + 1.0) * (x + " in gradient.source
    assert lengths[1] < 6 * lengths[0]
