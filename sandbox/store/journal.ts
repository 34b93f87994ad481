import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import type { Entry, Keyspace } from "@/sandbox/store/keyspace";

/**
 * The store's memory of itself: a line for each command that changed something, with its time, and
 * now and then a fresh file that starts with all keys. Lines are written before the command is
 * answered, so that a killed process forgets nothing it has said; there is no fsync, so a power cut
 * may cost the last seconds.
 */
export type Journal = {
  record(command: readonly string[]): void;
  /** Hands the recorded lines to the operating system. */
  flush(): void;
  /** Starts a new file when the old one is mostly past. */
  compactIfDue(): void;
  close(): void;
};

const COMPACT_BYTES_MIN = 4 * 1024 * 1024;

const pairs = z.array(z.tuple([z.string(), z.string()]));
const line = z.union([
  z.object({ at: z.number(), do: z.array(z.string()) }),
  z.object({ key: z.string(), ttl: z.number().nullable(), string: z.string() }),
  z.object({ key: z.string(), ttl: z.number().nullable(), hash: pairs }),
  z.object({ key: z.string(), ttl: z.number().nullable(), set: z.array(z.string()) }),
  z.object({
    key: z.string(),
    ttl: z.number().nullable(),
    zset: z.array(z.tuple([z.string(), z.number()])),
  }),
  z.object({ key: z.string(), ttl: z.number().nullable(), list: z.array(z.string()) }),
]);
type Line = z.output<typeof line>;

/** Reads what a file holds into `keys`, then goes on writing to it. */
export function openJournal(
  file: string,
  keys: Keyspace,
  replay: (command: readonly string[]) => void,
  log: Logger,
): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const goodBytes = existsSync(file) ? load(file, keys, replay, log) : 0;
  let descriptor = openSync(file, "a", 0o600);
  // A line torn by a crash must not become the beginning of the next one.
  ftruncateSync(descriptor, goodBytes);
  let bytes = goodBytes;
  let freshBytes = 0;
  let pending: string[] = [];
  let isBroken = false;

  const compact = () => {
    const next = `${file}.tmp`;
    const target = openSync(next, "w", 0o600);
    let written = 0;
    for (const [key, entry] of keys.entries()) written += writeLine(target, snapshotOf(key, entry));
    fsyncSync(target);
    renameSync(next, file);
    closeSync(descriptor);
    descriptor = target;
    bytes = written;
    freshBytes = written;
    pending = [];
    isBroken = false;
  };

  return {
    record(command) {
      pending.push(`${JSON.stringify({ at: keys.nowMs, do: command })}\n`);
    },
    flush() {
      if (pending.length === 0 || isBroken) return;
      const text = pending.join("");
      pending = [];
      try {
        bytes += writeAll(descriptor, text);
      } catch (error) {
        isBroken = true;
        log.error(
          { err: error },
          "the journal cannot be written; limits would not survive a restart",
        );
      }
    },
    compactIfDue() {
      if (!isBroken && bytes < Math.max(COMPACT_BYTES_MIN, 2 * freshBytes)) return;
      try {
        compact();
      } catch (error) {
        isBroken = true;
        log.error({ err: error }, "the journal could not be renewed");
      }
    },
    close() {
      this.flush();
      closeSync(descriptor);
    },
  };
}

/** @returns the bytes up to the end of the last whole line */
function load(
  file: string,
  keys: Keyspace,
  replay: (command: readonly string[]) => void,
  log: Logger,
): number {
  const data = readFileSync(file);
  let from = 0;
  for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, from)) {
    const parsed = parseLine(data.toString("utf8", from, end));
    if (parsed === null) {
      log.warn({ file, lostBytes: data.length - from }, "the journal is damaged; its rest is lost");
      return from;
    }
    apply(parsed, keys, replay);
    from = end + 1;
  }
  return from;
}

function parseLine(text: string): Line | null {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function apply(entry: Line, keys: Keyspace, replay: (command: readonly string[]) => void): void {
  if ("do" in entry) {
    keys.nowMs = entry.at;
    replay(entry.do);
  } else if ("string" in entry) keys.put(entry.key, "string", entry.string, entry.ttl);
  else if ("hash" in entry) keys.put(entry.key, "hash", new Map(entry.hash), entry.ttl);
  else if ("set" in entry) keys.put(entry.key, "set", new Set(entry.set), entry.ttl);
  else if ("zset" in entry) keys.put(entry.key, "zset", new Map(entry.zset), entry.ttl);
  else keys.put(entry.key, "list", entry.list, entry.ttl);
}

function snapshotOf(key: string, entry: Entry): Line {
  const head = { key, ttl: entry.expiresAtMs };
  switch (entry.type) {
    case "string":
      return { ...head, string: entry.value };
    case "hash":
      return { ...head, hash: [...entry.value] };
    case "set":
      return { ...head, set: [...entry.value] };
    case "zset":
      return { ...head, zset: [...entry.value] };
    case "list":
      return { ...head, list: entry.value };
  }
}

function writeLine(descriptor: number, content: Line): number {
  return writeAll(descriptor, `${JSON.stringify(content)}\n`);
}

function writeAll(descriptor: number, text: string): number {
  const buffer = Buffer.from(text, "utf8");
  for (let done = 0; done < buffer.length; ) done += writeSync(descriptor, buffer, done);
  return buffer.length;
}
