"""From a Python function to the Wengert list."""
