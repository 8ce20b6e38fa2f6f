"""A page in a real browser: Chromium without a window, driven over its DevTools protocol.

The browser starts with a profile of its own and without the network, and every request that a page makes is recorded.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 600.0
"""[s] How long a page may take; what hangs fails with a message instead of hanging the tests."""

SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--hide-scrollbars",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--remote-debugging-port=0",
)


def found() -> str | None:
    """Return the browser's program; None if there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Page:
    """One open page, with what it said and what it asked for."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.number = socket, 0
        self.said: list[str] = []
        self.requests: list[str] = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        end = time.monotonic() + PATIENCE
        while True:
            message = json.loads(self.socket.recv(timeout=max(end - time.monotonic(), 0.01)))
            self._note(message)
            if message.get("id") == self.number:
                assert "error" not in message, f"{method}: {message['error']}"
                return message["result"]

    def _note(self, message: dict[str, Any]) -> None:
        content = message.get("params", {})
        match message.get("method"):
            case "Runtime.exceptionThrown":
                self.said.append(str(content["exceptionDetails"].get("exception", {}).get("description", content)))
            case "Runtime.consoleAPICalled" if content["type"] in ("error", "warning", "assert"):
                self.said.append(" ".join(str(each.get("value", each)) for each in content["args"]))
            case "Log.entryAdded" if content["entry"]["level"] in ("error", "warning"):
                self.said.append(content["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(content["request"]["url"])

    def run(self, script: str) -> Any:
        """Return the value of a JavaScript expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until a JavaScript expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(f"Boolean({script})"):
            assert time.monotonic() < end, f"never true: {script}; the page said {self.said}"
            time.sleep(0.05)

    def open(self, path: Path) -> None:
        """Open a file, and wait until its script is done."""
        self.call("Page.navigate", url=path.resolve().as_uri())
        self.wait(
            "document.readyState === 'complete' && "
            "(!document.getElementById('data') || document.documentElement.dataset.ready)"
        )
        self.settle()

    def settle(self) -> None:
        """Wait until what was asked for is drawn."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def size(self, width: int, height: int, *, dark: bool = False) -> None:
        """Give the window a size in pixels and a colour scheme."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.settle()

    def click(self, x: float, y: float) -> None:
        """Press and release the left button at a place of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
        self.settle()

    def swipe(self, x: float, y: float, up: float) -> None:
        """Move one finger so many pixels up from a place of the window."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for k in range(1, 11):
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y - up * k / 10}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.settle()

    def key(self, name: str) -> None:
        """Press and release a key by its name, such as ArrowLeft."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name)
        self.settle()

    def picture(self, path: Path, clip: dict[str, float] | None = None) -> Path:
        """Write what is seen to a PNG file."""
        more = {"clip": {**clip, "scale": 1}} if clip else {}
        data = self.call("Page.captureScreenshot", format="png", **more)["data"]
        path.write_bytes(base64.b64decode(data))
        return path


@contextmanager
def browser(profile: Path) -> Iterator[Page]:
    """Start a browser with a profile in an empty folder, open an empty page, and end it."""
    program = found()
    assert program is not None
    with (profile / "output").open("wb") as output:
        process = subprocess.Popen(
            [program, *SWITCHES, f"--user-data-dir={profile}", "about:blank"], stdout=output, stderr=output
        )
        try:
            with connect(_address(profile, process), max_size=None) as socket:
                yield Page(socket)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _address(profile: Path, process: subprocess.Popen[bytes]) -> str:
    """Return the address of the first page, from the port that the browser wrote to its profile."""
    import urllib.request

    end, port = time.monotonic() + PATIENCE, profile / "DevToolsActivePort"
    while time.monotonic() < end:
        assert process.poll() is None, (profile / "output").read_text(errors="replace")
        if port.is_file() and len(lines := port.read_text().splitlines()) > 1:
            with urllib.request.urlopen(f"http://127.0.0.1:{lines[0]}/json/list", timeout=PATIENCE) as answer:
                pages = [each for each in json.load(answer) if each["type"] == "page"]
            if pages:
                return str(pages[0]["webSocketDebuggerUrl"])
        time.sleep(0.1)
    raise AssertionError("The browser did not start.")
