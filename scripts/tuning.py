"""What the scripts that tune and screen numbers of the search share."""

import json
import subprocess
import sys
from pathlib import Path


def named(text):
    """What this script says."""
    return f"{Path(sys.argv[0]).name}: {text}"


def fail(text):
    sys.exit(named(text))


def numbers(quevedo, prefixes=()):
    """Name, default, least, greatest and step of each number, as `quevedo spsa` tells them."""
    try:
        run = subprocess.run([quevedo, "spsa", *prefixes], capture_output=True, text=True)
        if run.returncode:
            fail(run.stderr.strip())
        options = subprocess.run([quevedo], input="uci\nquit\n", capture_output=True, text=True)
    except OSError as error:
        fail(f"'{quevedo}': {error.strerror}")
    rows = []
    for line in run.stdout.splitlines():
        name, _, start, least, most, step, _ = (part.strip() for part in line.split(","))
        if f"option name {name} " not in options.stdout:
            fail(f"'{quevedo}' has no option '{name}'; build it with --features tune")
        rows.append((name, float(start), float(least), float(most), float(step)))
    return rows


def read_log(path):
    """The whole lines of a log, and how many bytes they take; nothing if there is no such file."""
    path, entries, length = Path(path), [], 0
    if not path.exists():
        return entries, length
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except OSError as error:
        fail(f"'{path}': {error.strerror}")
    for line in lines:
        try:
            if not line.endswith(b"\n"):
                raise ValueError
            entries.append(json.loads(line))
        except ValueError:
            print(named(f"'{path}' ends with an unfinished line, left out"), file=sys.stderr)
            break
        length += len(line)
    return entries, length


class Log:
    """JSON lines: the task, and then what was done for it. A log that is there is continued."""

    def __init__(self, path, task):
        self.entries, length = read_log(path)
        task = json.loads(json.dumps(task))
        if self.entries and self.entries[0] != task:
            fail(f"'{path}' is the log of another task")
        try:
            self.file = open(path, "a")
            self.file.truncate(length)
        except OSError as error:
            fail(f"'{path}': {error.strerror}")
        if not self.entries:
            self.add(task)
        self.entries = self.entries[1:]

    def add(self, entry):
        self.file.write(json.dumps(entry) + "\n")
        self.file.flush()
