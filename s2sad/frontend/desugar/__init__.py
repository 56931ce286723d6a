"""What is short for something else is written out, on the syntax tree: one rewriting a file, none of which knows kinds."""
