import { type FileHandle, open, readdir, readFile, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { syncFolder } from "../process/write-file-atomic";

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const base = { seq: z.number().int().positive() };
export const entrySchema = z.discriminatedUnion("kind", [
  /** `time` is the transaction's block time in seconds. */
  z.object({ ...base, kind: z.literal("tx"), raw: hex, time: z.number().int() }),
  /** Ether that the faucet mints. */
  z.object({ ...base, kind: z.literal("credit"), address: hex, wei: hex }),
]);
const lineSchema = z.union([entrySchema, z.object({ void: z.number().int().positive() })]);

/** A write to the chain, in order of application. */
export type JournalEntry = z.output<typeof entrySchema>;
export type NewEntry =
  | { kind: "tx"; raw: string; time: number }
  | { kind: "credit"; address: string; wei: string };

type Segment = {
  name: string;
  /** Entries of this segment have a higher number. */
  after: number;
};

const SEGMENT = /^journal-(\d+)\.ndjson$/;

/**
 * All writes to a chain since its oldest snapshot, one JSON line each, in files that start at a
 * snapshot. A line is on disk before the chain receives it, so no acknowledged send is lost.
 */
export class Journal {
  #file: FileHandle | null = null;
  #length = 0;

  private constructor(
    private readonly folder: string,
    /** Number of the newest entry. */
    public lastSeq: number,
  ) {}

  /**
   * Opens the journal of a folder and reads its entries.
   * @param minimumSeq the number of the newest entry in a snapshot
   * @returns entries in order without those that the chain rejected, and numbers of damaged lines
   */
  static async open(
    folder: string,
    minimumSeq: number,
  ): Promise<{ journal: Journal; entries: JournalEntry[]; damagedLines: number }> {
    const entries = new Map<number, JournalEntry>();
    let damagedLines = 0;
    for (const segment of await segments(folder)) {
      const path = join(folder, segment.name);
      const content = await readFile(path);
      const end = content.lastIndexOf(10) + 1;
      // An incomplete last line was never acknowledged: a crash interrupted the write.
      if (end < content.length) await truncate(path, end);
      for (const line of content.subarray(0, end).toString("utf8").split("\n").slice(0, -1)) {
        const parsed = parseLine(line);
        if (parsed === null) damagedLines += 1;
        else if ("void" in parsed) entries.delete(parsed.void);
        else entries.set(parsed.seq, parsed);
      }
    }
    const ordered = [...entries.values()].sort((a, b) => a.seq - b.seq);
    const lastSeq = Math.max(minimumSeq, ordered.at(-1)?.seq ?? 0);
    const journal = new Journal(folder, lastSeq);
    await journal.rotate();
    return { journal, entries: ordered, damagedLines };
  }

  /** Stores entries and returns them numbered once they are on disk. */
  async append(entries: readonly NewEntry[]): Promise<JournalEntry[]> {
    const numbered = entries.map((entry, index): JournalEntry => {
      return { ...entry, seq: this.lastSeq + 1 + index };
    });
    await this.#write(numbered.map((entry) => JSON.stringify(entry)));
    await this.#file?.datasync();
    this.lastSeq += numbered.length;
    return numbered;
  }

  /** Marks an entry as rejected by the chain, so that a replay skips it. */
  async void(seq: number): Promise<void> {
    await this.#write([JSON.stringify({ void: seq })]);
  }

  /** Starts a new file; called when a snapshot is taken. */
  async rotate(): Promise<void> {
    await this.#file?.close();
    const path = join(this.folder, `journal-${this.lastSeq}.ndjson`);
    this.#file = await open(path, "a", 0o600);
    this.#length = (await this.#file.stat()).size;
    await syncFolder(this.folder);
  }

  /** Deletes the files that hold nothing newer than entry `seq`. */
  async dropUntil(seq: number): Promise<void> {
    const all = await segments(this.folder);
    for (const [index, segment] of all.entries()) {
      const next = all[index + 1];
      if (next !== undefined && next.after <= seq) await rm(join(this.folder, segment.name));
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  async #write(lines: readonly string[]): Promise<void> {
    if (this.#file === null) throw new Error("the journal is closed");
    const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    try {
      await this.#file.appendFile(text);
      this.#length += text.length;
    } catch (error) {
      // A full disk may have left a partial line; the next one must not continue it.
      await this.#file.truncate(this.#length).catch(() => {});
      throw error;
    }
  }
}

async function segments(folder: string): Promise<Segment[]> {
  return (await readdir(folder))
    .flatMap((name) => {
      const match = SEGMENT.exec(name);
      return match === null ? [] : [{ name, after: Number(match[1]) }];
    })
    .sort((a, b) => a.after - b.after);
}

/** The number before the first entry in a folder's journal. */
export async function journalStart(folder: string): Promise<number> {
  return (await segments(folder))[0]?.after ?? 0;
}

function parseLine(line: string): z.output<typeof lineSchema> | null {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
