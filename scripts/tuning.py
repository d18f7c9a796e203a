"""What the scripts that play games share, above all those that tune and screen numbers."""

import argparse
import fcntl
import hashlib
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOST = re.compile(r"(White|Black)('s connection stalls| disconnects| makes an illegal move)")
ATTEMPTS = 3  # at a match in which an engine falls silent; after the machine has slept, all of them do
GAME = re.compile(r'(?=\[Event ")')
TAG = re.compile(r'\[(\w+) "([^"]*)"\]')
SCORE = re.compile(r"{([-+]?[\d.M]+)/")  # of a search, in pawns, or moves to mate, for the side that searched
EXPECTED_PER_PAWN = 0.7546  # the scale of the sigmoid from scores to expected results; after 44 plies games say 0.75 to 0.87
# Ends games whose result is clear.
ADJUDICATION = ["-draw", "movenumber=40", "movecount=8", "score=10", "-resign", "movecount=4", "score=600"]
SCORES = re.compile(r"Games: (\d+), Wins: (\d+), Losses: (\d+), Draws: (\d+)")


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
    for number, line in enumerate(lines, 1):
        try:
            if not line.endswith(b"\n"):
                raise ValueError
            entries.append(json.loads(line))
        except ValueError:
            if number < len(lines):
                fail(f"'{path}', line {number}: damaged; what follows would be lost")
            print(named(f"'{path}' ends with an unfinished line, left out"), file=sys.stderr)
            break
        length += len(line)
    return entries, length


class Log:
    """JSON lines: the task, and then what was done for it. A log that is there is continued."""

    def __init__(self, path, task):
        try:
            self.file = open(path, "a")
            # Two runs would write the same results twice.
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fail(f"'{path}': another run is writing it")
        except OSError as error:
            fail(f"'{path}': {error.strerror}")
        self.entries, length = read_log(path)
        task = json.loads(json.dumps(task))
        if self.entries and self.entries[0] != task:
            other = sorted(key for key in {**self.entries[0], **task} if self.entries[0].get(key) != task.get(key))
            fail(f"'{path}' is the log of another task, which differs in: {', '.join(other)}")
        try:
            self.file.truncate(length)
        except OSError as error:
            fail(f"'{path}': {error.strerror}")
        if not self.entries:
            self.add(task)
        self.entries = self.entries[1:]

    def add(self, entry):
        self.file.write(json.dumps(entry) + "\n")
        self.file.flush()


def fingerprint(path):
    """What tells one file of openings or positions from another."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    except OSError as error:
        fail(f"'{path}': {error.strerror}")


def bench(quevedo, *limit):
    """The number of nodes that the engine's benchmark searches, which identifies its search and evaluation."""
    try:
        run = subprocess.run([quevedo, "bench", *limit], capture_output=True, text=True)
    except OSError as error:
        fail(f"'{quevedo}': {error.strerror}")
    if not (found := re.search(r"^(\d+) nodes \d+ nps$", run.stdout, re.MULTILINE)):
        fail(f"'{quevedo}' has no benchmark: {(run.stderr or run.stdout).strip().splitlines()[-1:]}")
    return int(found[1])


def version(quevedo):
    """The engine's version, for a log: a shallow benchmark is enough to tell it from others."""
    return {"bench_at_depth_7": bench(quevedo, "--depth", "7")}


def absolute(program):
    """The path of a program for those who start it from another folder."""
    return os.path.abspath(shutil.which(program) or program)


def built():
    """The folder where Cargo builds."""
    return ROOT / os.environ.get("CARGO_TARGET_DIR", "target")


def inverse(matrix):
    """By Gauss and Jordan; the matrix is positive definite, so that any pivot will do."""
    size = len(matrix)
    rows = [row[:] + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i])]
    return [row[size:] for row in rows]


def keep(games, path):
    """Adds a match's games to a file, in one piece even where several matches end at once."""
    try:
        with open(path, "ab", buffering=0) as file:
            file.write(games)
    except OSError as error:
        fail(f"'{path}': {error.strerror}")


def expected_points(games, first, moves, judges=None):
    """The points that the engine named `first` gets from games that end after so many moves of each side: the result,
    or where the game was broken off, what a judge expects in its last position, or the mean of what both engines' last
    searches expect.
    """
    points = 0
    texts, ends = GAME.split(games.pgn.decode())[1:], games.ends.decode().splitlines()
    if judges and len(texts) != len(ends):
        fail(f"fastchess has written {len(texts)} games and {len(ends)} last positions")
    for number, game in enumerate(texts):
        tags = dict(TAG.findall(game))
        for_white = {"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[tags["Result"]]
        scores = SCORE.findall(game)
        if for_white == 0.5 and int(tags["PlyCount"]) == 2 * moves and len(scores) >= 2:
            for_white = judges.for_white(fen(ends[number])) if judges else by_scores(tags, scores[-2:])
        points += for_white if tags["White"] == first else 1 - for_white
    return points


def by_scores(tags, last_scores):
    """The points that White can expect by the last score of each engine."""
    ours, theirs = (  # the last is that of the side that does not move first
        math.copysign(math.inf, float(score.replace("M", ""))) if "M" in score else float(score)
        for score in last_scores)
    last_by_white = " b " in tags.get("FEN", "")
    white, black = (theirs, ours) if last_by_white else (ours, theirs)
    return (expectation(white) + 1 - expectation(black)) / 2


def fen(epd):
    """The FEN of an EPD line, whose counters are operations (`hmvc 3; fmvn 30;`)."""
    counters = dict(re.findall(r"\b(hmvc|fmvn) (\d+);", epd))
    return " ".join([*epd.split()[:4], counters.get("hmvc", "0"), counters.get("fmvn", "1")])


def expectation(pawns):
    """The expected result of a side with this score."""
    return 0.5 + 0.5 * math.tanh(EXPECTED_PER_PAWN * pawns / 2)


class Games(NamedTuple):
    """The games of a match as PGN and, a line each, their last positions as EPD; empty where they were not asked for."""

    pgn: bytes
    ends: bytes


def run_match(command):
    """What fastchess prints in a match, and the games if it has written `games.pgn` and `ends.epd`."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        except OSError as error:
            fail(f"'{command[0]}': {error.strerror}")
        if run.returncode or not SCORES.search(run.stdout):
            fail(f"fastchess has failed: {(run.stderr or run.stdout).strip().splitlines()[-1:]}")
        files = (Path(folder, name) for name in ("games.pgn", "ends.epd"))
        return run.stdout, Games(*(file.read_bytes() if file.exists() else b"" for file in files))


def match(args, first, second, seed, extra=(), pgn=None, points_in=None):
    """Wins, losses and draws of the first engine against the second, in `args.pairs` game pairs.

    An engine is a list of fastchess' arguments for it. `args` has `fastchess`, `book`, `hash`, `pairs` and
    `concurrency`. The games are added to the file `pgn`. If given, `points_in` tells from their text how many points the
    first engine has; wins and losses are then fractions, and there are no draws.
    """
    command = [
        absolute(args.fastchess), "-engine", *first, "-engine", *second,
        "-each", "proto=uci", f"option.Hash={args.hash}",
        "-openings", f"file={Path(args.book).resolve()}", "format=epd", "order=random",
        "-srand", str(seed),
        "-rounds", str(args.pairs), "-games", "2", "-repeat", "-recover",
        "-concurrency", str(args.concurrency), "-ratinginterval", "0", *extra,
    ]
    if pgn or points_in:
        command += ["-pgnout", "file=games.pgn"]
    for attempt in range(1, ATTEMPTS + 1):
        printed, games = run_match(command)
        lost = LOST.findall(printed)
        if not lost:
            break
        told = f"a game was not played to its end: {''.join(lost[0])}"
        if attempt == ATTEMPTS or any("stalls" not in reason for _, reason in lost):
            fail(told)
        print(f"\n{named(told)}; its match is played again", file=sys.stderr)
    if pgn:
        keep(games.pgn, pgn)
    if points_in:
        points = points_in(games)
        return round(points, 4), round(2 * args.pairs - points, 4), 0
    _, wins, losses, draws = map(int, SCORES.findall(printed)[-1])
    return wins, losses, draws


def play(args, plus, minus, seed):
    """Likewise, of the first set of options against the second.

    `args` has `quevedo` and `tc` or `nodes` besides, `nodestime`, `moves`, `judges` and `pgn`.
    """
    limit = ["tc=inf", f"nodes={args.nodes}"] if args.nodes else [f"tc={args.tc}"]
    clock = {"nodestime": args.nodestime} if args.nodestime else {}

    def engine(name, values):
        options = [f"option.{key}={value}" for key, value in {**clock, **values}.items()]
        return [f"cmd={absolute(args.quevedo)}", f"name={name}", *options, *limit]

    extra = list(ADJUDICATION)
    if args.moves:
        extra += ["-maxmoves", str(args.moves)]
    if args.judges:
        extra += ["-epdout", "file=ends.epd"]

    def points_in(games):
        return expected_points(games, "plus", args.moves, args.judges)

    return match(args, engine("plus", plus), engine("minus", minus), seed, extra, args.pgn,
                 points_in if args.moves else None)


def play_each(args, tasks, total, done=0):
    """Plays a match of `args.pairs` for each task: its number, the options of one engine, those of the other, and what else
    belongs to it. Yields task and result, in the order in which matches end. Tells how far it is: `done` of `total`
    tasks were done before.

    `args.concurrency` matches are under way at once; the next task is drawn from the iterator when one has ended. With
    Ctrl-C it ends early and leaves out those under way.
    """
    one_at_once = argparse.Namespace(**{**vars(args), "concurrency": 1})

    def work(task):
        number, plus, minus, *_ = task
        return task, play(one_at_once, plus, minus, args.seed * 1_000_003 + number)

    begin, first = time.monotonic(), done
    with ThreadPoolExecutor(args.concurrency) as pool:
        running = set()
        try:
            while True:
                while len(running) < args.concurrency and (task := next(tasks, None)) is not None:
                    running.add(pool.submit(work, task))
                if not running:
                    break
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
                    done += 1
                left = (time.monotonic() - begin) / (done - first) * (total - done)
                print(f"\r{done}/{total}, {left / 60:.0f} min left   ", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print(f"\n{named('what was under way is left out')}", end="", file=sys.stderr)
            pool.shutdown(wait=False, cancel_futures=True)
    print(file=sys.stderr)


def add_match_arguments(parser):
    """The arguments that `play` needs, but for `pairs`, and those of the log."""
    parser.add_argument("--quevedo", default=str(built() / "release/quevedo"),
                        help="built with the feature tune")
    parser.add_argument("--fastchess", default="fastchess", help="the tournament manager")
    parser.add_argument("--book", help="openings, EPD")
    parser.add_argument("--log", required=True, help="JSON lines; continued if it is there")
    parser.add_argument("--pgn", help="add the games to this file: `quevedo datagen import` makes training data of them")
    parser.add_argument("--tc", default="1+0.01", help="time control (default: 1+0.01)")
    parser.add_argument("--nodes", type=int, help="nodes per move instead of a clock")
    parser.add_argument("--nodestime", type=int, default=0,
                        help="nodes that stand for a millisecond of --tc, so that no other load disturbs the games; "
                             "the time itself must be ample (3000+30 with 1 is three million nodes and 30,000 a move)")
    parser.add_argument("--moves", type=int,
                        help="break games off after this many moves of each side and score them by both engines' last "
                             "searches; tells more in the same time about search parameters (with 22 moves half as much "
                             "again). For evaluation parameters, which would judge themselves, use --judge")
    parser.add_argument("--judge", metavar="ENGINE",
                        help="with --moves: count what this engine expects where a game is broken off")
    parser.add_argument("--judge-nodes", type=int, default=12_000,
                        help="nodes of the judge for a position (default: 12000)")
    parser.add_argument("--hash", type=int, default=8, help="MB (default: 8)")
    parser.add_argument("--concurrency", type=int, default=2, help="games at once (default: 2)")
    parser.add_argument("--seed", type=int, default=1)


def conditions(args):
    """What a log's games depend on, besides what is tried in them."""
    return {
        **version(args.quevedo), "book": fingerprint(args.book), "hash": args.hash, "limit": limit(args),
        "seed": args.seed,
    }


def limit(args):
    """The limit of a move, and of a game, for a log."""
    if args.nodes:
        of_move = f"{args.nodes} nodes"
    elif args.nodestime:
        of_move = f"{args.tc} at {args.nodestime} nodes a millisecond"
    else:
        of_move = args.tc
    if args.moves:
        of_move += f", {args.moves} moves"
    if args.judges:
        of_move += f", judged by {args.judges.name} with {args.judges.nodes} nodes"
    return of_move


def require_positive(parser, args, names):
    """Ends the program if one of these arguments is given and not a number above 0."""
    for name in names:
        value = getattr(args, name)
        if value is not None and not 0 < value < math.inf:
            parser.error(f"--{name.replace('_', '-')}: '{value}' is not above 0")
