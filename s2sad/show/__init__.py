"""What was generated, and why, to look at: traces and tables, graphs, sources side by side, reports.

Everything here reads what the compiler made, and changes nothing.
"""
