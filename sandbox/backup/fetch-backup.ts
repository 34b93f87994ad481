import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pLimit from "p-limit";
import { SandboxError } from "../process/sandbox-error";
import { type BucketFolder, toBackupKey } from "./backup-place";
import { MANIFEST, parseManifest } from "./manifest";

const FILES_AT_ONCE = 8;

/**
 * Copies a backup from a bucket to this machine, so that a bucket that fails later does not interrupt
 * the restore. The checksums are verified afterwards, as those of any backup.
 * @param dataDir has the space that the backup needs
 * @returns the folder, which the caller removes
 * @throws SandboxError when it is not a complete backup
 */
export async function fetchBackup(place: BucketFolder, dataDir: string): Promise<string> {
  const cache = join(dataDir, "cache");
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(cache, "restore-"));
  try {
    const manifest = await readText(place, MANIFEST);
    if (manifest === null) {
      throw new SandboxError(`${place.url} is not a complete backup: it has no ${MANIFEST}.`);
    }
    const { tables, files } = parseManifest(manifest, `${place.url}/${MANIFEST}`);
    const inTurn = pLimit(FILES_AT_ONCE);
    const paths = [...tables.map(({ file }) => file), ...files].map(({ path }) => path);
    await Promise.all(paths.map((path) => inTurn(() => fetchFile(place, path, folder))));
    await writeFile(join(folder, MANIFEST), manifest);
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function readText(place: BucketFolder, path: string): Promise<string | null> {
  const found = await place.bucket.open(toBackupKey(place, path));
  return found === null ? null : text(found.read());
}

/** A missing file is reported with all others when the backup is verified. */
async function fetchFile(place: BucketFolder, path: string, folder: string): Promise<void> {
  const found = await place.bucket.open(toBackupKey(place, path));
  if (found === null) return;
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(found.read(), createWriteStream(file, { mode: 0o600 }));
}
