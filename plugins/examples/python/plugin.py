"""A tool in Python: `run_tests` runs a project's tests and names those that failed.

It shows a plugin with one grant. `wit/plugin.wit` has its world: what every tool has, and the terminal. `plugin.json`
has its metadata: what the host and models are told. This file is the tool.

Build it with `plugins/examples/python/build`, from any folder, with Python 3 at hand and, the first time, PyPI. The
component is `target/components/wasm/python_example.wasm`.

Add it to the configuration with `terminal: true` under its `grants`.

All modules are imported when the component is built: there are no files when it is called, so an `import` that runs
then finds nothing.
"""

import json
import re
from collections.abc import Iterator

from wit_world import exports
from wit_world.exports.tool import Body_Spooled, Outcome
from wit_world.imports import terminal
from wit_world.imports.spool import Output

# Most bytes that one read gives, and the most that are searched: summaries come at the end of an output.
READ_BYTES = 64 << 10
SEARCHED_BYTES = 4 << 20

MOST_NAMES = 100

# How test programs say that a test failed. Each alternative has one group, the test's name.
FAILED = re.compile(
    "|".join(
        (
            r"test (.+?)(?: - should panic)? \.\.\. FAILED$",  # cargo test
            r"FAILED (\S+::.+?)(?: - .*)?$",  # pytest
            r"(?:FAIL|ERROR): (\w+ \(.+)$",  # unittest
            r"\s*--- FAIL: (\S+) \(.*\)$",  # go test
            r"\s*not ok\b(?: \d+)?(?: -)? (?!.*# TODO)(.+)$",  # TAP
        )
    )
)


class Tool(exports.Tool):
    """What the component exports."""

    def call(self, tool: str, arguments: str) -> Outcome:
        """Runs the one tool that there is. An error of the terminal passes through: the host shows it."""
        asked = json.loads(arguments)
        request = terminal.Request(
            command=asked["command"],
            workdir=asked.get("workdir"),
            tty=False,
            size=None,
            env=[],
            intent="{}",
        )
        seen = terminal.start(request, asked.get("wait_seconds", 300) * 1000)
        fields = {
            **standing(seen.status),
            "failed": failed_tests(lines(seen.output)),
            "wall_time_seconds": seen.wall_time_ms / 1000,
            "notices": seen.notices,
        }
        # The handle alone goes back: the output itself stays with the host, which has room for all of it.
        return Outcome(fields=json.dumps(fields), body=Body_Spooled(seen.output), is_error=False)


def standing(status: terminal.Status) -> dict[str, bool | int]:
    """How the command stands, as fields of the result."""
    match status:
        case terminal.Status_Running(session):
            return {"session_id": session}
        case terminal.Status_Exited(code):
            return {"passed": code == 0, "exit_code": code}
        case terminal.Status_Signalled(signal):
            return {"passed": False, "exit_code": 128 + signal}


def lines(output: Output) -> Iterator[str]:
    """The last lines of an output."""
    size = output.size()
    offset = max(0, size - SEARCHED_BYTES)
    rest = b""
    while offset < size:
        chunk = output.read(offset, READ_BYTES)
        if not chunk:
            break
        offset += len(chunk)
        *whole, rest = (rest + chunk).split(b"\n")
        yield from map(text, whole)
    if rest:
        yield text(rest)


def text(line: bytes) -> str:
    """A line as text, without what a Windows program ends it with."""
    return line.decode(errors="replace").rstrip("\r")


def failed_tests(printed: Iterator[str]) -> list[str]:
    """Names of failed tests, each once, in the order in which they were printed."""
    names: dict[str, None] = {}
    for line in printed:
        if found := FAILED.match(line):
            names[next(filter(None, found.groups()))] = None
        if len(names) == MOST_NAMES:
            break
    return list(names)
