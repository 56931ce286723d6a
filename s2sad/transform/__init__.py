"""Clean-up passes, one a file, each from Wengert list to Wengert list."""
