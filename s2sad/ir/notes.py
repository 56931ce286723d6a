"""What the frontend notes at an entry for a pass that comes after it."""

UPDATE = "update"
"""It computes what an augmented assignment gives a name, of a kind that isn't known."""
UPDATE_OF_PART = "update of a part"
"""The same, for what goes back into the container, or object, that it was read from."""
NOTES = (UPDATE, UPDATE_OF_PART)

CAUGHT = "caught"
"""It may raise for what its operands are, and a handler of the user's stands around it."""

OF_SHAPE = "of a shape"
"""Only the shape of what it gives counts: it may lie outside of what it is read from."""
