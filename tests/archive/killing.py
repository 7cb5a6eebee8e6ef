"""A process that runs commands on campaigns in children of its own and kills them: `python -m tests.archive.killing`.

It reads one JSON request a line and answers each with one. It is apart from the tests because only a process with one
thread may fork safely.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from adjudicator.archive.places import Places, locate
from tests.archive import campaigns, faults

COMMANDS: dict[str, Callable[[Places], object]] = {
    "first season": lambda places: campaigns.resolve(places, campaigns.WINTER),
    "next season": lambda places: campaigns.resolve(places, campaigns.SPRING),
    "without newsletters": lambda places: campaigns.resolve(places, campaigns.SPRING, printed=False),
    "season again": lambda places: campaigns.resolve(places, campaigns.SPRING),
    "waiting": campaigns.wait_for_battles,
    "undo": campaigns.take_back,
    "undo of a season again": campaigns.take_back,
    "recovery": campaigns.put_right,
}
NEVER = 1 << 30


def audit_changes(folder: Path, seen: list[str]) -> None:
    """Note every change below `folder` that Python itself reports, so that none escapes the counting."""
    inside = str(folder)
    changes = {"os.rename", "os.mkdir", "os.rmdir", "os.remove", "os.chown", "os.chmod", "os.setxattr", "os.link"}
    changes |= {"os.truncate", "os.symlink", "os.utime", "shutil.rmtree", "shutil.move", "shutil.copyfile"}

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & faults.WRITING_FLAGS and inside in str(path):
                seen.append("open")
        elif event in changes and any(inside in str(argument) for argument in arguments):
            seen.append(event.removeprefix("os."))

    sys.addaudithook(hook)


def child(request: dict[str, Any], answer: int) -> NoReturn:
    """Run the command, and be killed at the step asked for; else tell how many steps there were and which."""
    places = locate(Path(request["workbook"]))
    command = COMMANDS[request["command"]]
    steps: list[str] = []
    audited: list[str] = []
    cut = faults.Disk() if request.get("power cut") else None
    kill = faults.kill_at(request.get("kill at", NEVER), cut)

    def before(step: faults.Step) -> None:
        steps.append(step.name)
        kill(step)

    if request.get("audit"):
        audit_changes(places.folder, audited)
    with faults.watched(before, cut):
        command(places)
    os.write(answer, json.dumps({"steps": steps, "audited": audited}).encode())
    os._exit(0)


def serve(request: dict[str, Any]) -> dict[str, Any]:
    """Fork, wait, tell how it ended."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            child(request, writing)
        except BaseException as error:  # noqa: BLE001 - the parent is told, whatever it is
            os.write(writing, json.dumps({"error": repr(error)}).encode())
            os._exit(1)
    os.close(writing)
    if "seconds" in request:
        time.sleep(request["seconds"])
        os.kill(pid, signal.SIGKILL)  # our own child, not yet waited for: the number is its own still
    _, status = os.waitpid(pid, 0)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    return {"killed": os.WIFSIGNALED(status), "code": os.waitstatus_to_exitcode(status), **json.loads(told or b"{}")}


def main() -> None:
    """Answer requests until there are no more."""
    for line in sys.stdin:
        print(json.dumps(serve(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
