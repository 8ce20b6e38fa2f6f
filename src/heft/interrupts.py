"""Ctrl-C and SIGTERM: where they stop the work, and where they wait.

The command line handles both signals, in the whole process: a thread of a numerical library that receives one changes
nothing. They stop the work at once by an exception, except

- while files are written (`uninterrupted`): they wait until that is over;
- while a model is learned (`held`): they only ask for an end, which comes after the step that is being computed, since
  compiled code that is left by an exception can end in a segmentation fault.

A second signal ends the process at once, unless files are being written.

Without the command line the signals are the caller's: `held` alone takes Ctrl-C, as long as it lasts.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)

AGAIN = 0.02
"""[s] After which a signal is sent again that arrived where Python ignores exceptions."""

_arrived: list[int] = []
_writing = _holding = 0
_first: Callable[[], None] | None = None


class Terminated(BaseException):
    """SIGTERM, as `KeyboardInterrupt` is SIGINT."""


def arrived() -> int:
    """Return the number of the first signal that has arrived, 0 if there is none."""
    return _arrived[0] if _arrived else 0


def exit_code() -> int:
    """Return the exit code after a signal: 130 after SIGINT, 143 after SIGTERM."""
    return 128 + arrived()


def stop_if_asked() -> None:
    """Stop the work if a signal has arrived: for safe places in long work.

    Raises:
        KeyboardInterrupt: SIGINT has arrived.
        Terminated: SIGTERM has arrived.
    """
    if arrived():
        raise KeyboardInterrupt if arrived() == signal.SIGINT else Terminated


@contextmanager
def handled(first: Callable[[], None]) -> Iterator[None]:
    """Handle both signals in this block; a signal that is ignored stays ignored. Only the main thread can.

    Args:
        first: called when the first signal arrives that does not stop the work at once.
    """
    global _first
    before, hook = {}, sys.unraisablehook
    try:
        if threading.current_thread() is threading.main_thread():
            _arrived.clear()
            _first, sys.unraisablehook = first, _again
            for number in SIGNALS:
                handler = signal.getsignal(number)
                if handler is not None and handler is not signal.SIG_IGN:
                    before[number] = handler
                    signal.signal(number, _handle)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _arrived.clear()
        _first, sys.unraisablehook = None, hook


def _handle(number: int, _: FrameType | None) -> None:
    _arrived.append(number)
    if _writing:
        return
    if len(_arrived) > 1 and _first is not None:
        os._exit(exit_code())
    if len(_arrived) > 1 or not _holding:
        stop_if_asked()
    elif _first is not None:
        _first()


def _again(ignored: Any) -> None:
    """Send a signal again whose exception was raised where Python ignores it, as in a callback of its collector."""
    if isinstance(ignored.exc_value, KeyboardInterrupt | Terminated) and _arrived:
        again = threading.Timer(AGAIN, signal.raise_signal, (_arrived.pop(),))
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(ignored)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let signals that the command line handles wait until the block is over."""
    global _writing
    _writing += 1
    try:
        yield
    finally:
        _writing -= 1
    if not (_writing or _holding):
        stop_if_asked()


@contextmanager
def held() -> Iterator[Callable[[], int]]:
    """Let signals only ask for an end; the block asks the function that it gets whether one has arrived.

    Without the command line, Ctrl-C is taken in this block, if it is in the main thread.
    """
    global _holding
    ours = _first is None and threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if ours and not _holding else None
    _holding += 1
    try:
        if before is signal.default_int_handler:
            _arrived.clear()
            signal.signal(signal.SIGINT, _handle)
        yield arrived
    finally:
        _holding -= 1
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, before)
            _arrived.clear()
