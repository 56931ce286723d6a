"""A browser without a window: pages are loaded, pointed at, asked, and pictured.

It is Chromium, spoken to in the DevTools protocol through a pair of pipes, which takes no package.
"""

import base64
import itertools
import json
import os
import shutil
import subprocess
import sys
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
_OPTIONS = (
    "--headless=new --no-sandbox --disable-gpu --hide-scrollbars --remote-debugging-pipe about:blank".split()
)
_START = """
import fcntl, os, sys
# The browser reads from 3 and writes to 4, which may be the pipes' own numbers.
reading, writing = (fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3])
os.dup2(reading, 3)
os.dup2(writing, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


def program():
    """Where the browser is; None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """A page in a window of this size, in pixels; `scale` of them are drawn for each."""

    def __init__(self, width, height, scale=2):
        to_browser, self.writing = os.pipe()
        self.reading, from_browser = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START, str(to_browser), str(from_browser), program(), *_OPTIONS],
            pass_fds=(to_browser, from_browser),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.numbers, self.left = itertools.count(1), b""
        self.session = None
        page = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)[
            "sessionId"
        ]
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.writing)
        os.close(self.reading)

    def call(self, method, **params):
        """What the browser answers to a command of the protocol."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.answer()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def answer(self):
        while b"\0" not in self.left:
            read = os.read(self.reading, 1 << 16)
            if not read:
                raise RuntimeError("the browser has ended")
            self.left += read
        text, _, self.left = self.left.partition(b"\0")
        return json.loads(text)

    def load(self, path):
        """Show a file."""
        self.call("Page.navigate", url=path.resolve().as_uri())
        for _ in range(500):
            if self.ask("location.protocol + document.readyState") == "file:complete":
                return
            time.sleep(0.01)
        raise RuntimeError(f"{path} is not loaded")

    def ask(self, expression):
        """The value of an expression of JavaScript."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"]
        return found.get("value")

    def point_at(self, element):
        """Move the mouse to the element that an expression of JavaScript means; None for a place away from all."""
        x, y = 1, 1
        if element is not None:
            box = self.ask(
                f"(() => {{ const e = {element}; e.scrollIntoView({{block: 'nearest'}});"
                "const b = e.getClientRects()[0]; return [b.x + b.width / 2, b.y + b.height / 2]; })()"
            )
            x, y = box
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def picture(self, of=None):
        """What is seen, or an element that an expression of JavaScript means, as the bytes of a PNG."""
        options = {}
        if of is not None:
            box = self.ask(
                f"(() => {{ const b = {of}.getBoundingClientRect(); return [b.width, b.height]; }})()"
            )
            options = {"clip": {"x": 0, "y": 0, "width": box[0], "height": box[1], "scale": 1}}
        found = self.call(
            "Page.captureScreenshot", format="png", captureBeyondViewport=of is not None, **options
        )
        return base64.b64decode(found["data"])
