import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { isAlive } from "../process/process-info";
import { SandboxError } from "../process/sandbox-error";
import { writeFileAtomic } from "../process/write-file-atomic";
import { isReachable } from "./is-reachable";
import type { PostgresAccount } from "./postgres-account";

const markerSchema = z.object({ folder: z.string() });
const ownerSchema = z.object({ dataDir: z.string() });

const PREFIX = "slipway-pg-";
const OWNER = "owner.json";
const YOUNG_MS = 60_000;

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
 * the choice, so that a cluster whose data folder was deleted is found and deleted too.
 */
export async function clusterFolder(
  dataDir: string,
  account: PostgresAccount | null,
): Promise<{ folder: string; outside: boolean }> {
  const inside = join(dataDir, "postgres");
  await mkdir(inside, { recursive: true });
  if (account === null) return { folder: inside, outside: false };
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
    return { folder: known, outside: true };
  }
  await allowTraversal(dataDir);
  if (await isReachable(inside, account)) return { folder: inside, outside: false };
  const folder = await makeOutside(dataDir, account);
  await writeFileAtomic(marker, `${JSON.stringify({ folder })}\n`);
  return { folder, outside: true };
}

/** Lets other users traverse (not list) the data folder itself if we own it; not its parents. */
async function allowTraversal(dataDir: string): Promise<void> {
  const info = await stat(dataDir);
  if (info.uid === 0) await chmod(dataDir, (info.mode & 0o7777) | 0o011);
}

async function makeOutside(dataDir: string, account: PostgresAccount): Promise<string> {
  const root = await outsideRoot(account);
  await sweep(root);
  const folder = join(root, `${PREFIX}${randomBytes(9).toString("hex")}`);
  await mkdir(folder, { mode: 0o700 });
  await writeFileAtomic(join(folder, OWNER), `${JSON.stringify({ dataDir })}\n`);
  await chown(folder, account.uid, account.gid);
  return folder;
}

/** Deletes clusters whose data folder is gone or now has another cluster. */
async function sweep(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(root, name);
    try {
      const text = await readFile(join(folder, OWNER), "utf8");
      const { dataDir } = ownerSchema.parse(JSON.parse(text));
      const current = await readMarker(join(dataDir, "postgres", "location.json"));
      // A new cluster may not be recorded yet.
      const ageMs = Date.now() - (await stat(folder)).mtimeMs;
      if (current === folder || ageMs < YOUNG_MS || (await hasServer(folder))) continue;
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Owned by another user: skip it.
    }
  }
}

async function hasServer(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, "data", "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return pid > 0 && (await isAlive(pid));
}
