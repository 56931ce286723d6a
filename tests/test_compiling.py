"""While derivatives are made no other thread makes one, and the garbage collector rests."""

import gc
import threading

import pytest

import s2sad
from s2sad.compiling import COMPILING


@pytest.fixture(autouse=True)
def collected():
    before = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if before else gc.disable)()


def test_the_collector_rests_until_it_is_released_as_often_as_taken():
    with COMPILING:
        with COMPILING:
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_rested_before_goes_on_to_rest():
    gc.disable()
    with COMPILING:
        pass
    assert not gc.isenabled()


def test_it_works_again_after_an_error():
    def refused(x):
        async def inner():
            return x

        return inner

    with pytest.raises(s2sad.DifferentiationError):
        s2sad.grad(refused)(1.0)
    assert gc.isenabled()


def test_another_thread_waits():
    order = []

    def other():
        with COMPILING:
            order.append("other")

    with COMPILING:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join(0.05)
        order.append("first")
    thread.join()
    assert order == ["first", "other"]
