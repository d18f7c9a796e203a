// A game against Quevedo at a level, or against one of the classics.
import { INITIAL_FEN } from "chessops/fen";
import type { Move } from "chessops/types";

import type { App, Panel } from "./app.js";
import { CLASSICS } from "./classics.js";
import { byId, enable, make, onClick } from "./dom.js";
import { moveNumber } from "./game.js";
import { complain, say } from "./messages.js";
import { remember, remembered } from "./memory.js";

type Color = "white" | "black";
const NAMES = { white: "White", black: "Black" };

/** The only opponent with levels. */
const QUEVEDO = "Quevedo";

/** How long a hint may take, in milliseconds. */
const HINT = 700;

/** Who sits at the board. */
interface Table {
  you: Color;
  opponent: string;
  level: number;
}

/** The table of a game that was left. */
interface LeftTable extends Table {
  /** The game's `Game.key`. */
  game: string;
}

export class PlayPanel implements Panel {
  #app: App;
  #table: Table;
  /** The moves of the game that is played here; if others are on the board, it is another game. */
  #moves: unknown;
  #isOpen = false;
  #isThinking = false;
  /** The engine has not been told yet that the game is new. */
  #isNew = true;
  #form = {
    opponent: byId<HTMLSelectElement>("opponent"),
    level: byId<HTMLInputElement>("level"),
    color: byId<HTMLSelectElement>("color"),
    pace: byId<HTMLSelectElement>("pace"),
  };

  constructor(app: App) {
    this.#app = app;
    const group = make("optgroup", { label: "Five classics" });
    group.append(...CLASSICS.map(({ style, year }) => new Option(`${style} (${year})`, style)));
    this.#form.opponent.append(group);
    for (const [name, field] of Object.entries(this.#form)) {
      const value = remembered(name);
      if (value !== undefined) field.value = value;
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
      field.addEventListener("input", () => this.#choose(name, field.value));
    }
    this.#table = this.#seats();
    this.#describe();
    onClick("new-game", () => {
      this.begin();
      byId("board-row").scrollIntoView({ block: "nearest" });
    });
    onClick("take-back", () => this.#takeBack());
    onClick("play-here", () => this.playHere());
    onClick("play-from", () => this.playHere());
    onClick("resign", () => this.#resign());
    onClick("hint", () => void this.#hint());
    onClick("review-game", () => {
      app.open("analyse");
      byId("review").click();
    });
  }

  /** Starts a new game with the settings of the form. */
  begin(): void {
    this.#begin(this.#seats(), INITIAL_FEN);
  }

  #begin(table: Table, startFen: string): void {
    this.#app.replace(() => {
      this.#sit(table);
      this.#app.board.isFlipped = this.#table.you === "black";
      this.#app.game.reset(startFen);
      this.#own();
    });
    this.#app.refresh();
    byId("next-game").hidden = true;
    if (this.mayMove()) say(`You play ${NAMES[this.#table.you]}. Your move.`);
    this.#step();
  }

  /** Plays on from the position on the board, with you to move. */
  playHere(): void {
    const { game, board } = this.#app;
    const line = game.line.slice(0, game.ply);
    const turn = game.position().turn;
    this.#app.replace(() => {
      this.#sit({ ...this.#seats(), you: turn });
      board.isFlipped = turn === "black";
      game.reset(game.startFen, line);
      this.#own();
    });
    this.#app.open("play");
  }

  /** Continues the game on the board if it was left here or has not begun; any other is only shown. */
  resume(): void {
    const { game } = this.#app;
    const left = leftTable();
    if (left?.game === game.key) this.#sit(left);
    else if (game.key === INITIAL_FEN) this.#sit(this.#seats());
    else return;
    this.#own();
    this.#tellChoice();
  }

  /** Whether the game on the board is the one that is played here. */
  get isOn(): boolean {
    return this.#moves === this.#app.game.main;
  }

  enter(): void {
    this.#isOpen = true;
    if (this.mayMove()) say("Your move.");
    if (!this.isOn) say("You are not playing this game. “Play from here” continues it, “New game” starts another.");
    this.#step();
  }

  leave(): void {
    this.#isOpen = false;
    this.#isThinking = false;
    this.#app.board.draw(undefined);
    this.#app.host.rest();
  }

  follow(): void {
    this.#app.board.draw(undefined);
    this.#buttons();
  }

  mayMove(): boolean {
    const { game } = this.#app;
    return this.isOn && game.ply === game.main.length && this.#end() === undefined && game.position().turn === this.#table.you;
  }

  refusal(): string {
    const { game } = this.#app;
    if (!this.isOn) return "You are not playing this game";
    if (this.#end() !== undefined) return "The game is over";
    if (game.ply !== game.main.length) return "This is an earlier position; go to the last move first";
    return "It is not your turn";
  }

  take(move: Move): void {
    this.#app.game.play(move);
    this.#own();
    this.#step();
  }

  /** The engine was lost: it gets another chance. */
  retry(): void {
    this.#isThinking = false;
    if (this.#isOpen) this.#step();
  }

  #seats(): Table {
    const { opponent, level, color } = this.#form;
    const you = color.value === "random" ? (Math.random() < 0.5 ? "white" : "black") : (color.value as Color);
    return { you, opponent: opponent.value, level: Number(level.value) };
  }

  #sit(table: Table): void {
    this.#table = table;
    this.#isNew = true;
    this.#isThinking = false;
    this.#app.host.rest();
  }

  #choose(name: string, value: string): void {
    remember(name, value);
    this.#describe();
    if (name === "pace") return;
    const { game } = this.#app;
    const { you } = this.#table;
    const ofTheEngine = game.position(0, game.main).turn === you ? 0 : 1;
    const isUntouched = this.isOn && game.main.length <= ofTheEngine && game.ply === game.main.length;
    // "Random" is drawn again only if it is chosen again.
    if (isUntouched) this.#begin(name === "color" ? this.#seats() : { ...this.#seats(), you }, game.startFen);
    else this.#tellChoice();
  }

  /** Tells the user if the form differs from the table of the game. */
  #tellChoice(): void {
    const { opponent, level, color } = this.#form;
    const { you, ...table } = this.#table;
    const isSame =
      opponent.value === table.opponent &&
      (opponent.value !== QUEVEDO || Number(level.value) === table.level) &&
      (color.value === "random" || color.value === you);
    byId("next-game").hidden = isSame;
  }

  #describe(): void {
    const { opponent, level } = this.#form;
    const classic = CLASSICS.find(({ style }) => style === opponent.value);
    byId("level-row").hidden = classic !== undefined;
    byId("level-value").textContent = level.value;
    level.setAttribute("aria-valuetext", `${level.value} Elo, ${levelInWords(Number(level.value))}`);
    byId("about-opponent").textContent =
      classic === undefined ? `${level.value} Elo: ${levelInWords(Number(level.value))}.` : `${classic.author}, ${classic.year}. ${classic.about}`;
  }

  /** Makes the moves on the board those of the game that is played here. */
  #own(): void {
    const { game } = this.#app;
    this.#moves = game.main;
    // From now on, moves that are tried out do not become part of it.
    game.isPlayed = game.main.length > 0;
    remember("table", JSON.stringify({ ...this.#table, game: game.key } satisfies LeftTable));
    const { opponent, level, you } = this.#table;
    const name = opponent === QUEVEDO ? `Quevedo (${level})` : opponent;
    const [white, black] = you === "white" ? ["You", name] : [name, "You"];
    game.headers = new Map([...game.headers, ["White", white], ["Black", black]]);
  }

  /** Says how the game has ended; undefined if it goes on. */
  #end(): string | undefined {
    const { game } = this.#app;
    if (game.result !== undefined) return `You resign. ${this.#table.opponent} wins.`;
    const outcome = game.outcome(game.main.length, game.main);
    if (outcome === undefined) return undefined;
    if (outcome.winner === undefined) return `A draw: ${outcome.how}.`;
    return outcome.winner === this.#table.you ? "Checkmate. You win!" : `Checkmate. ${this.#table.opponent} wins.`;
  }

  /** Does what comes next: the result, the engine's move, or yours. */
  #step(): void {
    const { game } = this.#app;
    const end = this.#end();
    this.#app.refresh();
    this.#buttons();
    if (!this.isOn) return;
    if (end !== undefined) {
      const last = game.main.at(-1);
      say(last === undefined || game.result !== undefined ? end : `${this.#told(game.main.length)} ${end}`);
    } else if (game.position(game.main.length, game.main).turn !== this.#table.you && !this.#isThinking) {
      void this.#think();
    }
  }

  async #think(): Promise<void> {
    const { game, host } = this.#app;
    const { opponent, level } = this.#table;
    if (game.branchedAt !== undefined || game.ply !== game.main.length) game.goMain(game.main.length);
    this.#isThinking = true;
    this.#buttons();
    const mine = game.main.length > 0 ? `${this.#told(game.main.length)} ` : "";
    say(`${mine}${opponent} is thinking …`);
    const options = { Style: opponent, UCI_LimitStrength: opponent === QUEVEDO, UCI_Elo: level };
    const [ply, moves] = [game.main.length, this.#moves];
    const found = await host
      .use(options, async (engine) => {
        if (this.#isNew) await engine.newGame();
        this.#isNew = false;
        return engine.search({ ...game.told(ply), limits: { movetime: Number(this.#form.pace.value) } });
      })
      .catch((error: Error) => {
        this.#isThinking = false;
        complain(`The engine refuses the position: ${error.message}`);
        return undefined;
      });
    // Meanwhile moves may have been taken back, or another game may be on the board.
    if (found?.bestMove === undefined || !this.#isOpen || !this.isOn || this.#moves !== moves) return;
    this.#isThinking = false;
    game.goMain(ply);
    game.play(this.#moveOf(found.bestMove));
    this.#own();
    if (this.#end() === undefined) {
      const check = game.position().isCheck() ? " Check." : "";
      say(`${opponent} plays ${this.#told(game.main.length)}${check} Your move.`);
    }
    this.#step();
  }

  #moveOf(uci: string): Move {
    const move = this.#app.readUci(uci);
    if (move === undefined) throw new Error(`the engine's move ${uci} is not legal`);
    return move;
  }

  /** A move with its number. */
  #told(ply: number): string {
    const { game } = this.#app;
    return `${moveNumber(game.startFen, ply - 1)} ${game.main[ply - 1].san}.`;
  }

  #takeBack(): void {
    const { game } = this.#app;
    const ply = this.#lastOwn();
    if (ply === undefined) return;
    this.#isThinking = false;
    this.#app.host.rest();
    game.takeBack(ply);
    this.#own();
    say(`Taken back to move ${moveNumber(game.startFen, ply)} Your move.`);
    this.#step();
  }

  /** The last ply at which it was your turn. */
  #lastOwn(): number | undefined {
    const { game } = this.#app;
    if (game.result !== undefined) return game.main.length;
    for (let ply = game.main.length - 1; ply >= 0; ply--) {
      if (game.position(ply, game.main).turn === this.#table.you) return ply;
    }
    return undefined;
  }

  #resign(): void {
    this.#isThinking = false;
    this.#app.host.rest();
    this.#app.game.goMain(this.#app.game.main.length);
    this.#app.game.end(this.#table.you === "white" ? "0-1" : "1-0");
    remember("table", "");
    this.#step();
  }

  async #hint(): Promise<void> {
    const { game, host, board } = this.#app;
    const ply = game.ply;
    const found = await host.use({}, (engine) => engine.search({ ...game.told(), limits: { movetime: HINT } }));
    if (found?.bestMove === undefined || game.ply !== ply) return;
    const move = this.#moveOf(found.bestMove);
    board.draw(move);
    say(`Hint: ${this.#app.sanOf(move)}.`);
  }

  #buttons(): void {
    const { game } = this.#app;
    const isOver = this.#end() !== undefined;
    const isOn = this.isOn;
    enable("take-back", isOn && this.#lastOwn() !== undefined);
    enable("resign", isOn && !isOver && game.main.length > 0);
    enable("hint", !isOver && this.mayMove());
    byId("play-here").hidden = isOn;
    byId("review-game").hidden = !isOver || game.main.length === 0;
  }
}

/** The table that was remembered. */
function leftTable(): LeftTable | undefined {
  try {
    const { game, you, opponent, level } = JSON.parse(remembered("table") ?? "") as LeftTable;
    const isKnown = opponent === QUEVEDO || CLASSICS.some(({ style }) => style === opponent);
    if (!isKnown || !Number.isFinite(level)) return undefined;
    return { game, you: you === "black" ? "black" : "white", opponent, level };
  } catch {
    return undefined;
  }
}

/** Who plays at about this level; docs/levels.md has the table. */
function levelInWords(level: number): string {
  if (level < 1000) return "for those who are new to the game";
  if (level < 1400) return "a casual player";
  if (level < 1800) return "a club player";
  if (level < 2400) return "a strong club player";
  if (level < 2800) return "a master";
  return "beyond most people";
}

