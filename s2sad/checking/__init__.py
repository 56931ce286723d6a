"""Derivatives beside central differences: of the whole function, and of every operation that it does."""
