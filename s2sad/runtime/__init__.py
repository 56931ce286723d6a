"""The few helpers that emitted code may call; imports nothing of the package."""
