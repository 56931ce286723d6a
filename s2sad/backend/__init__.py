"""From the Wengert list to Python: syntax tree, text, function."""
