#!/usr/bin/env python3
"""Quevedo under python-chess, the library behind lichess-bot and many GUIs.

usage: python_chess.py ENGINE

Plays, analyses, ponders, searches given moves, plays Chess960 and meets finished games. Whatever the
library would only warn of (an illegal move in a line, output that it does not know) is an error here.
"""

import logging
import random
import re
import sys

import chess
import chess.engine
import chess.syzygy

ENGINE = sys.argv[1]


class Strict(logging.Handler):
    """Collects every warning of the library."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.records = []

    def emit(self, record):
        self.records.append(record.getMessage())


def opened():
    return chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=10)


def declares_what_bots_send(engine):
    """lichess-bot's default configuration sends these, and ends where one is missing."""
    wanted = {
        "Move Overhead": 100,
        "Threads": 4,
        "Hash": 512,
        "SyzygyPath": "./syzygy/",
        "UCI_ShowWDL": True,
    }
    engine.configure(wanted)
    engine.configure({"Threads": 1, "Hash": 16, "UCI_ShowWDL": False, "SyzygyPath": ""})


def plays_games(engine):
    for limit in (
        chess.engine.Limit(time=0.02),
        chess.engine.Limit(nodes=500),
        chess.engine.Limit(depth=3),
        chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01),
        chess.engine.Limit(white_clock=2, black_clock=2, remaining_moves=10),
    ):
        board = chess.Board()
        game = object()
        while not board.is_game_over(claim_draw=True) and board.ply() < 60:
            result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves
            assert result.info["pv"][0] == result.move, result.info
            assert not result.info["score"].is_mate() or result.info["score"].relative.mate() != 0
            board.push(result.move)


def analyses_several_lines(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
    lines = engine.analyse(board, chess.engine.Limit(depth=8), multipv=4)
    assert len(lines) == 4
    scores = [line["score"].relative.score(mate_score=100_000) for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    assert lines[0]["pv"][0].uci() == "f3f7" and lines[0]["score"].relative.mate() == 1
    assert len({line["pv"][0] for line in lines}) == 4
    with engine.analysis(board, multipv=2) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
    mated = chess.Board("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert engine.analyse(mated, chess.engine.Limit(depth=3))["score"].relative.mate() == 0
    stalemate = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.analyse(stalemate, chess.engine.Limit(depth=3))["score"].relative.score() == 0


def searches_given_moves(engine):
    board = chess.Board()
    roots = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    for limit in (chess.engine.Limit(depth=6), chess.engine.Limit(time=0.05)):
        assert engine.play(board, limit, root_moves=roots).move in roots


def ponders(engine):
    board = chess.Board()
    random.seed(5)
    limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.05, black_inc=0.05)
    hits = 0
    for _ in range(8):
        result = engine.play(board, limit, ponder=True)
        board.push(result.move)
        if result.ponder and random.random() < 0.5:
            hits += 1
            board.push(result.ponder)
        else:
            board.push(random.choice(list(board.legal_moves)))
        if board.is_game_over():
            break
    assert hits > 0


def shows_chances(engine):
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=8))
    wdl = info["wdl"].relative
    assert wdl.total() == 1000 and wdl.draws > 0, wdl
    won = engine.analyse(chess.Board("4k3/8/8/8/8/8/8/4KQQ1 w - - 0 1"), chess.engine.Limit(depth=12))
    assert won["wdl"].relative.wins > 990
    engine.configure({"UCI_ShowWDL": False})


def plays_chess960(engine):
    for number in (0, 17, 518, 711, 959):
        board = chess.Board.from_chess960_pos(number)
        game = object()
        while not board.is_game_over(claim_draw=True) and board.ply() < 40:
            result = engine.play(board, chess.engine.Limit(nodes=800), game=game)
            board.push(result.move)
    # Castling is king takes rook, in moves and in lines.
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w H - 0 1", chess960=True)
    castling = chess.Move.from_uci("e1h1")
    assert engine.play(board, chess.engine.Limit(depth=4), root_moves=[castling]).move == castling


def plays_at_a_level(engine):
    options = engine.options
    assert options["UCI_LimitStrength"].type == "check" and not options["UCI_LimitStrength"].default
    elo, skill = options["UCI_Elo"], options["Skill Level"]
    assert elo.type == skill.type == "spin" and (elo.min, elo.max) == (600, 3400)
    assert (skill.min, skill.max, skill.default) == (0, 20, 20)
    clock = chess.engine.Limit(white_clock=3, black_clock=3)
    board = chess.Board()
    for moves, setting in enumerate(({"UCI_Elo": 700}, {"UCI_Elo": 2000}, {"UCI_Elo": 3400}), 1):
        engine.configure({"UCI_LimitStrength": True, **setting})
        for _ in range(10 * moves):
            if not board.is_game_over(claim_draw=True):
                board.push(engine.play(board, clock).move)
    told = engine.analyse(board, chess.engine.Limit(depth=30))
    limit = re.fullmatch(r"limited to 3400 Elo: (\d+) nodes, .*", told["string"])
    assert limit and told["nodes"] <= 1.01 * int(limit[1]), told
    engine.configure({"UCI_LimitStrength": False, "Skill Level": 4})
    assert engine.analyse(board, chess.engine.Limit(depth=30))["nodes"] < 5_000
    engine.configure({"Skill Level": 20})


def main():
    strict = Strict()
    logging.getLogger().addHandler(strict)
    engine = opened()
    for check in (
        declares_what_bots_send,
        plays_games,
        analyses_several_lines,
        searches_given_moves,
        ponders,
        shows_chances,
        plays_chess960,
        plays_at_a_level,
    ):
        check(engine)
        assert not strict.records, f"{check.__name__}: {strict.records[:5]}"
        print(f"python-chess {chess.__version__}: {check.__name__.replace('_', ' ')}")
    engine.quit()
    assert not strict.records, strict.records


main()
