"""The transformations that differentiate: fan-out, forward, reverse."""
