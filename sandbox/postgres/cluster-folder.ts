import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { SandboxError } from "../process/sandbox-error";
import { writeFileAtomic } from "../process/write-file-atomic";
import { isReachable } from "./is-reachable";
import type { PostgresAccount } from "./postgres-account";

const markerSchema = z.object({ folder: z.string() });

async function readMarker(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  const marker = z.preprocess((value) => JSON.parse(String(value)), markerSchema).safeParse(text);
  if (!marker.success) throw new SandboxError(`The file ${path} is damaged.`);
  return marker.data.folder;
}

/** `/var/tmp` outlives a restart of the machine, which `/tmp` often does not. */
async function outsideRoot(account: PostgresAccount): Promise<string> {
  for (const candidate of ["/var/tmp", tmpdir()]) {
    if (await isReachable(candidate, account)) return candidate;
  }
  throw new SandboxError(
    `The account ${account.name}, which PostgreSQL must run as, can reach no temporary folder.\n` +
      "Run Slipway as an ordinary user, or set DATABASE_URL.",
  );
}

/**
 * Where the database cluster of a data folder lies: inside it, or, when `account` cannot go there
 * (a checkout under a home folder of mode 0700), in the system's persistent temporary folder. The
 * choice is written down, so that deleting the data folder also abandons the cluster outside.
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
        `The database of ${dataDir} was kept in ${known}, which is gone.\n` +
          `Restore it, or delete ${dataDir} for a clean start.`,
      );
    }
    return { folder: known, outside: true };
  }
  if (await isReachable(inside, account)) return { folder: inside, outside: false };
  const folder = await makeOutside(dataDir, account);
  await writeFileAtomic(marker, `${JSON.stringify({ folder })}\n`);
  return { folder, outside: true };
}

async function makeOutside(dataDir: string, account: PostgresAccount): Promise<string> {
  const root = await outsideRoot(account);
  const prefix = `slipway-pg-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}-`;
  for (const name of await readdir(root)) {
    // Left behind by a data folder of the same path that was deleted since.
    if (name.startsWith(prefix)) await rm(join(root, name), { recursive: true, force: true });
  }
  const folder = join(root, `${prefix}${randomBytes(6).toString("hex")}`);
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, account.uid, account.gid);
  return folder;
}

/** A name for people: the folder, shortened to its last part when inside the data folder. */
export function folderLabel(folder: string, outside: boolean): string {
  return outside ? folder : `${basename(dirname(folder))}/${basename(folder)}`;
}
