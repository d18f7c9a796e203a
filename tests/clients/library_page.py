"""Runs the Python code of docs/library.md and says how long each task takes with python-chess.

python tests/clients/library_page.py target/release/quevedo
"""

import collections
import os
import random
import re
import sys
import tempfile
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import chess
import chess.engine
import chess.pgn

PAGE = Path(__file__).resolve().parents[2] / "docs" / "library.md"
GAMES = "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n\n1. c4 1-0\n"
SECONDS = 0.2


def once(code: str) -> float:
    names = {"chess": chess, "random": random, "collections": collections}
    start = time.perf_counter()
    with redirect_stdout(StringIO()):
        exec(compile(code, str(PAGE), "exec"), names)
    return time.perf_counter() - start


def main() -> None:
    os.environ["PATH"] = f"{Path(sys.argv[1]).resolve().parent}:{os.environ['PATH']}"
    tasks = re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    ran = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("games.pgn").write_text(GAMES)
        for task, text in tasks:
            for code in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
                times = [once(code)]
                while sum(times) < SECONDS:
                    times.append(once(code))
                print(f"{task}: {sorted(times)[len(times) // 2] * 1e6:.0f} µs")
                ran += 1
    assert ran >= 9, f"only {ran} pieces of Python on the page"


main()
