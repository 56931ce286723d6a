"""Derivative rules, as values collected in a book."""
