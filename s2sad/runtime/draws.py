"""What a random generator is asked for: how many numbers, and which places."""

from typing import Any

import numpy as np


def size_of_draw(size: Any, *shapes: Any) -> Any:
    """The size that is given, or else the shape of the parameters together; None for one number."""
    return size if size is not None else np.broadcast_shapes(*shapes) or None


def places_drawn(rng: Any, count: Any, size: Any, replace: Any, weights: Any) -> Any:
    """The places of the items that `rng.choice` takes."""
    return rng.choice(count, size, replace, weights)


def order_drawn(rng: Any, shape: tuple[int, ...]) -> Any:
    """The places from which `rng.permutation` takes the items of an array of this shape."""
    return np.ravel(rng.permutation(_places(shape)))


def order_shuffled(rng: Any, shape: Any) -> Any:
    """The places from which `rng.shuffle` takes the items of an array of this shape, or of a list of this length."""
    places = list(range(shape)) if isinstance(shape, int) else _places(shape)
    rng.shuffle(places)  # what it asks of the generator differs between lists and arrays
    return places if isinstance(shape, int) else np.ravel(places)


def _places(shape: tuple[int, ...]) -> Any:
    """The numbers of the items along the first axis, in an array of as many axes."""
    return np.reshape(np.arange(shape[0]), (shape[0],) + (1,) * (len(shape) - 1))
