import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const SIZE_MAX = 5 * 1024 * 1024;

/**
 * A log file that is renamed to `<path>.1` at 5 MB, replacing the previous one. Writes are
 * synchronous, so that the last lines before a crash are there.
 */
export class LogFile {
  #fd: number;
  #size: number;

  constructor(
    private readonly path: string,
    private readonly sizeMax = SIZE_MAX,
  ) {
    mkdirSync(dirname(path), { recursive: true });
    this.#fd = openSync(path, "a", 0o600);
    this.#size = fstatSync(this.#fd).size;
  }

  write(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      if (this.#size > 0 && this.#size + bytes.length > this.sizeMax) this.#rotate();
      this.#size += writeSync(this.#fd, bytes);
    } catch {
      // A full disk must not stop the service; the terminal still shows warnings.
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #rotate(): void {
    closeSync(this.#fd);
    renameSync(this.path, `${this.path}.1`);
    this.#fd = openSync(this.path, "a", 0o600);
    this.#size = 0;
  }
}
