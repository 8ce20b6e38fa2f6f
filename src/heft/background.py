"""The background process that compiles kernels, one at a time for all processes that share a cache.

Two files beside what is compiled say how it stands. LOCK is there while the process runs: whoever starts it creates
the file, and the process touches it every few seconds, so that a file left by one that was killed is known by its age.
WANTED names the functions to be compiled, a line each; all processes append to it, also while it runs.

The process is a new interpreter with the import path of the one that starts it. It runs no line of the user's script,
has low priority and none of the streams, and stays when its starter ends or gets Ctrl-C. Nobody waits for it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from heft.compiled import numba_folder

LOCK, WANTED = "heft-compiling", "heft-wanted"

BEAT, PATIENCE = 2.0, 60.0
"""[s] between touches of the lock, and after which an untouched one was left by a process that was killed."""

NICE = 5
"""Of the process: it gets a quarter of a processor that another process keeps busy, and all of one that is free."""

AUTOGROUP = Path("/proc/self/autogroup")
"""Where Linux on desktops keeps the priority of a session, which counts there in the place of that of a process."""

_CODE = "import sys; sys.path[:] = sys.argv[3:]; from heft.background import work; work(sys.argv[1], sys.argv[2])"


def ask(name: str, folder: Path) -> bool:
    """Have a function compiled by the background process, which is started if there is none.

    Args:
        name: module:function of a function that compiles the one that is wanted.
        folder: the folder that all processes with this cache have in common.

    Returns:
        whether the process is there; False where none can be started.
    """
    lock, token = folder / LOCK, os.urandom(8).hex()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / WANTED).open("a", encoding="utf-8") as wanted:
            wanted.write(f"{name}\n")
        if at_work(folder):
            return True
        lock.unlink(missing_ok=True)
        with lock.open("x", encoding="utf-8") as file:
            file.write(token)
    except FileExistsError:
        return at_work(folder)  # another process was faster, unless the folder is a file
    except OSError:
        return False
    if _start(folder, token):
        return True
    for file in (lock, folder / WANTED):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
    return False


def at_work(folder: Path) -> bool:
    """Return whether a background process compiles into the cache."""
    try:
        return time.time() - (folder / LOCK).stat().st_mtime < PATIENCE
    except OSError:
        return False


def _start(folder: Path, token: str) -> bool:
    """Start the process; return whether that was possible."""
    if getattr(sys, "frozen", False) or not Path(sys.executable or "").stem.lower().startswith("python"):
        return False  # a program that contains Python would be started anew
    paths = [os.path.abspath(path) for path in sys.path]
    kept = numba_folder(folder)
    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-W", "ignore", "-c", _CODE, str(folder.absolute()), token, *paths],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | ({"NUMBA_CACHE_DIR": os.path.abspath(kept)} if kept else {}),
            cwd=Path(__file__).parents[1],  # not the user's folder, which may be deleted meanwhile
            start_new_session=True,  # Ctrl-C is not meant for it
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
            | getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, ValueError):
        return False
    with contextlib.suppress(RuntimeError):  # no more threads
        threading.Thread(
            target=process.wait, name="heft-compiling", daemon=True
        ).start()  # or it would stay as a zombie
    return True


def work(folder: str, token: str) -> None:
    """Compile what is wanted, in the background process."""
    lock, wanted = Path(folder, LOCK), Path(folder, WANTED)
    if hasattr(os, "nice"):
        os.nice(NICE)
        with contextlib.suppress(OSError):
            AUTOGROUP.write_text(str(NICE), encoding="utf-8")
    threading.Thread(target=_beat, args=(lock, token), daemon=True).start()
    done: set[str] = set()
    try:
        while left := [name for name in wanted.read_text(encoding="utf-8").split() if name not in done]:
            done.add(left[0])
            with contextlib.suppress(Exception):  # who wants it will do without
                compile_by_name(left[0])
    finally:
        if _owns(lock, token):
            wanted.unlink(missing_ok=True)
            lock.unlink(missing_ok=True)


def compile_by_name(name: str) -> None:
    """Call a function of heft, given as module:function, that compiles another."""
    module, _, function = name.partition(":")
    if module.partition(".")[0] == "heft":
        getattr(importlib.import_module(module), function)()


def _beat(lock: Path, token: str) -> None:
    """Touch the lock as long as this process is the one that holds it; otherwise end the process."""
    while _owns(lock, token):
        with contextlib.suppress(OSError):
            os.utime(lock)
        time.sleep(BEAT)
    os._exit(0)


def _owns(lock: Path, token: str) -> bool:
    try:
        return lock.read_text(encoding="utf-8") == token
    except OSError:
        return False
