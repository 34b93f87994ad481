import { join } from "node:path";
import { LogFile } from "./log-file";
import { LEVELS, type Level, parseLogLine } from "./parse-log-line";

type Threshold = Level | "silent";
/** "shown" is for plain lines that the user should see. */
export type PlainLevel = Level | "shown";

const COLORS = { dim: 2, bold: 1, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** The longest part name, so that texts align. */
const NAME_WIDTH = 12;

/**
 * The terminal: a progress line per part, and warnings with the part's name. Everything, including
 * hidden lines, goes to `<folder>/<part>.log`.
 */
export class Terminal {
  readonly #files = new Map<string, LogFile>();
  readonly #lastShown = new Map<string, string>();
  readonly #colored = process.stdout.isTTY === true && process.stdout.hasColors?.() === true;

  constructor(
    private readonly folder: string,
    /** Minimum level of shown lines. */
    private readonly threshold: Threshold,
    private readonly write: (text: string) => void = (text) => process.stdout.write(text),
  ) {}

  paint(color: keyof typeof COLORS, text: string): string {
    return this.#colored ? `\u001b[${COLORS[color]}m${text}\u001b[0m` : text;
  }

  print(text: string): void {
    this.write(`${text}\n`);
  }

  /** Prints that a part is ready. */
  progress(part: string, text: string, tookMs?: number): void {
    const took = tookMs === undefined ? "" : this.paint("dim", ` ${(tookMs / 1000).toFixed(2)} s`);
    this.print(`${this.paint("green", "✓")} ${part.padEnd(NAME_WIDTH)} ${text}${took}`);
    this.#file("supervisor").write(`${new Date().toISOString()} ${part}: ${text}`);
  }

  /** A message of the supervisor about a part; always shown. */
  report(part: string, level: Level, text: string): void {
    this.#lastShown.delete(part);
    this.#file("supervisor").write(`${new Date().toISOString()} ${level} ${part}: ${text}`);
    if (this.threshold !== "silent") this.#show(part, level, text);
  }

  /** A line from a part; `plain` is the level of a line that is not JSON. */
  line(part: string, raw: string, plain: PlainLevel): void {
    this.#file(part).write(raw);
    const isShown = plain === "shown" && !raw.startsWith("{");
    const { level, text } = parseLogLine(raw, plain === "shown" ? "info" : plain);
    if (this.threshold === "silent" || text.trim() === "") return;
    const isLoud = LEVELS.indexOf(level) >= LEVELS.indexOf(this.threshold);
    // Ten connections that break at once print the same line ten times.
    if ((!isLoud && !isShown) || this.#lastShown.get(part) === text) return;
    this.#lastShown.set(part, text);
    this.#show(part, level, text);
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
  }

  #show(part: string, level: Level, text: string): void {
    const color = level === "error" || level === "fatal" ? "red" : "yellow";
    const mark = LEVELS.indexOf(level) >= LEVELS.indexOf("warn") ? this.paint(color, "!") : "·";
    const indented = text.trimEnd().replaceAll("\n", `\n${" ".repeat(NAME_WIDTH + 3)}`);
    this.print(`${mark} ${this.paint("cyan", part.padEnd(NAME_WIDTH))} ${indented}`);
  }

  #file(part: string): LogFile {
    const known = this.#files.get(part);
    if (known !== undefined) return known;
    const file = new LogFile(join(this.folder, `${part}.log`));
    this.#files.set(part, file);
    return file;
  }
}
