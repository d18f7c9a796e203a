"""Positions valued by a stronger engine, the judge: any UCI engine that reports WDL (`UCI_ShowWDL`)."""

import queue
import re
import subprocess

from tuning import fail

WDL = re.compile(r" wdl (\d+) (\d+) (\d+)")


class Engine:
    """An engine behind pipes."""

    def __init__(self, command, **options):
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True, bufsize=1)
        except OSError as error:
            fail(f"'{command}': {error.strerror}")
        self.command = self.name = command
        for line in self.ask("uci", "uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
        for name, value in options.items():
            self.tell(f"setoption name {name} value {value}")

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, until):
        """The lines of the answer, the last of which begins with `until`."""
        try:
            self.tell(line)
            lines = []
            for answer in self.process.stdout:
                lines.append(answer)
                if answer.startswith(until):
                    return lines
        except BrokenPipeError:
            pass
        fail(f"'{self.command}' has ended at '{line}'")

    def search(self, position, nodes, *moves):
        """What it says of a position, or of the one after these moves, knowing nothing beforehand."""
        self.tell("ucinewgame")
        self.ask("isready", "readyok")
        self.tell(f"position fen {position} moves {' '.join(moves)}")
        return self.ask(f"go nodes {nodes}", "bestmove")

    def expects(self, position, nodes, *moves):
        """The points, from 0 (lost) to 1, that the side to move can expect in that position."""
        lines = self.search(position, nodes, *moves)
        if found := [match.groups() for match in map(WDL.search, lines) if match]:
            wins, draws, _ = map(int, found[-1])
            return (wins + draws / 2) / 1000
        if any("mate 0" in line for line in lines):
            return 0.0
        if "bestmove (none)" in lines[-1]:
            return 0.5
        fail(f"'{self.command}' tells no chances (UCI_ShowWDL)")

    def close(self):
        self.tell("quit")
        self.process.wait()


class Judges:
    """The same judge several times, so that as many threads can ask at once."""

    def __init__(self, command, nodes, count):
        self.idle = queue.SimpleQueue()
        engines = [Engine(command, UCI_ShowWDL="true") for _ in range(count)]
        for engine in engines:
            self.idle.put(engine)
        self.nodes, self.name = nodes, engines[0].name

    def for_white(self, position):
        """The points that White can expect in a position."""
        engine = self.idle.get()
        try:
            points = engine.expects(position, self.nodes)
        finally:
            self.idle.put(engine)
        return points if " w " in position else 1 - points


def judges_of(args):
    """Those that `--judge` asks for, one for each match under way; None if it is not there."""
    if not args.judge:
        return None
    if not args.moves:
        fail("--judge values games that are broken off: --moves is missing")
    return Judges(args.judge, args.judge_nodes, args.concurrency)
