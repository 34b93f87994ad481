import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { SandboxError } from "../process/sandbox-error";
import { writeFileAtomic } from "../process/write-file-atomic";
import { isReachable } from "./is-reachable";
import type { PostgresAccount } from "./postgres-account";

const markerSchema = z.object({ folder: z.string() });
const ownerSchema = z.object({ dataDir: z.string() });

const PREFIX = "slipway-pg-";
const OWNER = "owner.json";
/** Another start may not have recorded a new cluster in its data folder yet. */
const YOUNG_MS = 60_000;

export type ClusterFolder = {
  folder: string;
  outside: boolean;
  /** Messages about other clusters beside it, when it was created now. */
  notes: string[];
};

async function readMarker(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  const marker = z.preprocess((value) => JSON.parse(String(value)), markerSchema).safeParse(text);
  if (!marker.success) throw new SandboxError(`The file ${path} is damaged.`);
  return marker.data.folder;
}

/** `/var/tmp` survives a reboot, which `/tmp` often does not. */
async function outsideRoot(account: PostgresAccount): Promise<string> {
  for (const candidate of ["/var/tmp", tmpdir()]) {
    if (await isReachable(candidate, account)) return candidate;
  }
  throw new SandboxError(
    `The account ${account.name}, which runs PostgreSQL, cannot access any temporary folder.\n` +
      "Run Slipway as an ordinary user, or set DATABASE_URL.",
  );
}

/**
 * The database cluster's folder: in the data folder, or, when `account` cannot reach it (a checkout
 * under a home folder of mode 0700), in the system's persistent temporary folder. Both sides record
 * the choice. A cluster whose data folder is not found is reported and kept: the folder may have been
 * renamed, or its disk may not be mounted.
 */
export async function clusterFolder(
  dataDir: string,
  account: PostgresAccount | null,
): Promise<ClusterFolder> {
  const inside = join(dataDir, "postgres");
  await mkdir(inside, { recursive: true });
  if (account === null) return { folder: inside, outside: false, notes: [] };
  await chmod(inside, 0o711);
  const marker = join(inside, "location.json");
  const known = await readMarker(marker);
  if (known !== null) {
    if ((await stat(known).catch(() => null)) === null) {
      throw new SandboxError(
        `The database of ${dataDir} was stored in ${known}, which no longer exists.\n` +
          `Restore it, or delete ${dataDir} for a clean start.`,
      );
    }
    // The data folder may have been renamed since.
    await writeOwner(known, dataDir);
    return { folder: known, outside: true, notes: [] };
  }
  await allowTraversal(dataDir);
  if (await isReachable(inside, account)) return { folder: inside, outside: false, notes: [] };
  const root = await outsideRoot(account);
  const notes = await describeUnclaimed(root);
  const folder = await makeOutside(root, dataDir, account);
  await writeFileAtomic(marker, `${JSON.stringify({ folder })}\n`);
  return { folder, outside: true, notes };
}

/** Lets other users traverse (not list) the data folder itself if we own it; not its parents. */
async function allowTraversal(dataDir: string): Promise<void> {
  const info = await stat(dataDir);
  if (info.uid === 0) await chmod(dataDir, (info.mode & 0o7777) | 0o011);
}

async function makeOutside(
  root: string,
  dataDir: string,
  account: PostgresAccount,
): Promise<string> {
  const folder = join(root, `${PREFIX}${randomBytes(9).toString("hex")}`);
  await mkdir(folder, { mode: 0o700 });
  await writeOwner(folder, dataDir);
  await chown(folder, account.uid, account.gid);
  return folder;
}

async function writeOwner(folder: string, dataDir: string): Promise<void> {
  await writeFileAtomic(join(folder, OWNER), `${JSON.stringify({ dataDir })}\n`);
}

/** Describes clusters that their data folder does not name. Nothing shows that it was deleted. */
async function describeUnclaimed(root: string): Promise<string[]> {
  const notes: string[] = [];
  for (const name of await readdir(root)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(root, name);
    try {
      const text = await readFile(join(folder, OWNER), "utf8");
      const { dataDir } = ownerSchema.parse(JSON.parse(text));
      if ((await readMarker(join(dataDir, "postgres", "location.json"))) === folder) continue;
      if (Date.now() - (await stat(folder)).mtimeMs < YOUNG_MS) continue;
      notes.push(
        `${folder} contains a database of ${dataDir}, but that data folder does not name it. If you deleted the data folder, delete ${folder} too`,
      );
    } catch {
      // Owned by another user, or damaged: skip it.
    }
  }
  return notes;
}
