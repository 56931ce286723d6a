"""Write the pictures of the documentation: a terminal, and the page that `beside` writes, in a browser.

python tools/write_pictures.py

It needs rich, and Chromium. What a terminal shows comes from a pseudo-terminal in which the command runs.
"""

import io
import os
import pathlib
import pty
import shlex
import subprocess
import sys
import tempfile

from browser import Browser
from doc_pages import ROOT
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

IMAGES = ROOT / "docs" / "images"
MODEL = """\
import math


def growth(x: float, steps: int):
    total = 0.0
    for i in range(steps):
        if total > 1.0:
            total += math.sin(total) * x
        else:
            total += i * x
    return total


def f(x: float, y: float):
    z = x * y
    return z * z + math.sin(x)
"""
TERMINALS = {
    "terminal-explain.png": ("s2sad explain model.py:f --at x=2,y=3", 100),
    "terminal-beside.png": ("s2sad beside model.py:growth", 124),
    "terminal-graph.png": ("s2sad graph model.py:f --at x=2,y=3", 60),
}
PAGE = """<meta charset="utf-8"><style>body {{ margin: 0 }} pre {{ margin: 0; padding: 12px 16px; width: max-content;
background: {background}; color: {foreground}; font: 13px/1.35 "DejaVu Sans Mono", Menlo, Consolas, monospace }}
</style><pre>{code}</pre>"""
HOVERED = (
    "[...document.querySelectorAll('.side')[1].querySelectorAll('[data-o]')]"
    ".filter((one) => one.textContent.startsWith('math.cos(total)')).at(-1)"
)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "model.py").write_text(MODEL)
        for file, (command, columns) in TERMINALS.items():
            text = output_of(command, columns, folder)
            write(file, picture_of_text(f"$ {command}\n{text}", columns, folder))
        page = folder / "growth.html"
        output_of(f"s2sad beside model.py:growth --format html -o {page}", 80, folder)
        with Browser(1260, 690, 1) as browser:
            browser.load(page)
            browser.point_at(HOVERED)
            write("beside.png", browser.picture())


def write(file, data):
    (IMAGES / file).write_bytes(data)
    print(f"docs/images/{file} written")


def output_of(command, columns, folder):
    """What a command writes to a terminal with so many columns, with its colours."""
    arguments = [sys.executable, "-m", "s2sad", *shlex.split(command)[1:]]
    search = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    own = {"TERM": "xterm-256color", "COLUMNS": str(columns), "PYTHONPATH": search, "NO_COLOR": ""}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        arguments, cwd=folder, env={**os.environ, **own}, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    parts = []
    while True:
        try:
            parts.append(os.read(ours, 1 << 16))
        except OSError:  # Linux's end of a terminal
            break
        if not parts[-1]:
            break
    os.close(ours)
    text = b"".join(parts).decode().replace("\r\n", "\n")
    if process.wait():
        raise RuntimeError(f"{command}: {text}")
    return text


def picture_of_text(text, columns, folder):
    """A picture of what a terminal shows."""
    console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(text), no_wrap=True, crop=False)
    code = console.export_html(theme=MONOKAI, inline_styles=True, code_format=PAGE)
    page = folder / "terminal.html"
    page.write_text(code, encoding="utf-8")
    with Browser(columns * 8 + 60, 100, 1) as browser:
        browser.load(page)
        return browser.picture(of="document.querySelector('pre')")


if __name__ == "__main__":
    main()
