"""The Wengert list: nodes, text form, names, verifier, evaluator."""
