import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { writeFileAtomic } from "../process/write-file-atomic";
import { entrySchema } from "./journal";

const metaSchema = z.object({
  seq: z.number().int().nonnegative(),
  sha256: z.string(),
  /** Transactions in the pool, which the state does not include. */
  pending: z.array(entrySchema),
});

/** A state of the chain after journal entry `seq`. */
export type Snapshot = z.output<typeof metaSchema>;

/** Two, so that a damaged newest one costs a longer replay instead of the chain. */
const GENERATIONS = 2;
const META = /^snapshot-(\d+)\.meta\.json$/;

export function stateFile(folder: string, seq: number): string {
  return join(folder, `snapshot-${seq}.json`);
}

function metaFile(folder: string, seq: number): string {
  return join(folder, `snapshot-${seq}.meta.json`);
}

async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/**
 * The complete and undamaged snapshots of a folder, newest first. Damaged ones are deleted, so that
 * they do not count as a generation.
 */
export async function goodSnapshots(folder: string): Promise<Snapshot[]> {
  const found: Snapshot[] = [];
  for (const name of await readdir(folder)) {
    const seq = Number(META.exec(name)?.[1]);
    if (Number.isNaN(seq)) continue;
    const meta = await readMeta(folder, seq);
    if (meta === null) await dropSnapshot(folder, seq);
    else found.push(meta);
  }
  return found.sort((a, b) => b.seq - a.seq);
}

async function readMeta(folder: string, seq: number): Promise<Snapshot | null> {
  try {
    const meta = metaSchema.parse(JSON.parse(await readFile(metaFile(folder, seq), "utf8")));
    return (await digest(stateFile(folder, seq))) === meta.sha256 ? meta : null;
  } catch {
    return null;
  }
}

export async function dropSnapshot(folder: string, seq: number): Promise<void> {
  await rm(metaFile(folder, seq), { force: true });
  await rm(stateFile(folder, seq), { force: true });
}

/**
 * Stores a dump of anvil (gzipped JSON as hex). The description is written last: a snapshot without
 * one does not count.
 */
export async function writeSnapshot(
  folder: string,
  dump: string,
  facts: Omit<Snapshot, "sha256">,
): Promise<void> {
  const path = stateFile(folder, facts.seq);
  const temporary = `${path}.tmp`;
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const zipped = Buffer.from(dump.slice(2), "hex");
  await pipeline(
    Readable.from([zipped]),
    createGunzip(),
    hashing,
    createWriteStream(temporary, { mode: 0o600 }),
  );
  const file = await open(temporary, "r+");
  await file.sync();
  await file.close();
  await rename(temporary, path);
  const meta: Snapshot = { ...facts, sha256: hash.digest("hex") };
  await writeFileAtomic(metaFile(folder, facts.seq), JSON.stringify(meta));
}

/**
 * Deletes all but the newest generations, and leftovers of crashes.
 * @returns the number of the oldest kept one; 0 (the empty chain) when there are too few
 */
export async function dropOldSnapshots(folder: string): Promise<number> {
  const names = await readdir(folder);
  const seqs = names
    .flatMap((name) => META.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
  const kept = seqs.slice(0, GENERATIONS);
  for (const name of names) {
    const seq = /^snapshot-(\d+)\./.exec(name)?.[1];
    if (seq !== undefined && !kept.includes(Number(seq))) {
      await rm(join(folder, name), { force: true });
    }
  }
  return kept.length < GENERATIONS ? 0 : (kept.at(-1) ?? 0);
}
