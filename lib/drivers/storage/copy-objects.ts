import type { ObjectStore } from "./object-store";

/** Everything that an installation stores. */
const PREFIXES = ["ipfs/", "videos/"] as const;
/** Folders of a disk that has them; files that are not complete yet are in the last one. */
export const STORED_FOLDERS = ["ipfs", "videos", "incoming"] as const;
const COPIES_AT_ONCE = 4;

export type CopyReport = { copied: number; skipped: number; bytes: number };

/**
 * Copies every object that the target does not have in the same size. Removes nothing, so it can be
 * interrupted, run again, and run while the source is in use.
 * @param onObject called after each object
 * @throws Error when an object changed while it was copied
 */
export async function copyObjects(
  from: ObjectStore,
  to: ObjectStore,
  onObject: (report: CopyReport) => void = () => undefined,
): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, skipped: 0, bytes: 0 };
  const pending = allObjects(from);

  async function copyNext(): Promise<boolean> {
    const next = await pending.next();
    if (next.done) return false;
    const { key, sizeBytes } = next.value;
    if ((await to.open(key))?.sizeBytes === sizeBytes) {
      report.skipped += 1;
    } else {
      const source = await from.open(key);
      // Removed since it was listed.
      if (source === null) return true;
      const stored = await to.put(key, source.read());
      if (stored !== source.sizeBytes) throw new Error(`${key} changed while it was copied`);
      report.copied += 1;
      report.bytes += stored;
    }
    onObject(report);
    return true;
  }
  async function copyAll(): Promise<void> {
    while (await copyNext());
  }
  await Promise.all(Array.from({ length: COPIES_AT_ONCE }, copyAll));
  return report;
}

async function* allObjects(from: ObjectStore) {
  for (const prefix of PREFIXES) yield* from.list(prefix);
}
