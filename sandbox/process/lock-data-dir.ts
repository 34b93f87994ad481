import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { processIdentity } from "./process-info";
import { errorCode, SandboxError } from "./sandbox-error";

const holderSchema = z.object({ pid: z.number().int().positive(), identity: z.string() });
type Holder = z.output<typeof holderSchema>;

async function readHolder(path: string): Promise<Holder | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function isHeld(holder: Holder | null): Promise<boolean> {
  return holder !== null && (await processIdentity(holder.pid)) === holder.identity;
}

/** Another supervisor uses the folder. */
export class DataDirInUseError extends SandboxError {}

/**
 * Takes the data folder for this process. A lock whose process is gone is taken over.
 * @returns a function that gives the folder back
 * @throws DataDirInUseError when another supervisor uses the folder
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, "supervisor.lock");
  const own = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const identity = (await processIdentity(process.pid)) ?? "";
  await writeFile(own, JSON.stringify({ pid: process.pid, identity }), { mode: 0o600 });
  try {
    await take(path, own, dataDir);
  } finally {
    await rm(own, { force: true });
  }
  return async () => {
    const holder = await readHolder(path);
    if (holder?.pid === process.pid && holder.identity === identity) await rm(path);
  };
}

async function take(path: string, own: string, dataDir: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      // link() fails when the name exists: the one atomic "create with content".
      return await link(own, path);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
    const holder = await readHolder(path);
    if (await isHeld(holder)) throw inUse(dataDir, holder);
    // Two starters may see the same stale lock: the one who moves it away checks what it moved.
    const stale = `${own}.stale`;
    await rename(path, stale).catch(() => undefined);
    const moved = await readHolder(stale);
    if (await isHeld(moved)) {
      await link(stale, path).catch(() => undefined);
      await rm(stale, { force: true });
      throw inUse(dataDir, moved);
    }
    await rm(stale, { force: true });
  }
  throw new SandboxError(`The lock file ${path} could not be taken.`);
}

function inUse(dataDir: string, holder: Holder | null): DataDirInUseError {
  return new DataDirInUseError(
    `The data folder ${dataDir} is in use by another Slipway (process ${holder?.pid}).\n` +
      "Stop that one, or give this one its own folder and port: DATA_DIR=.data-2 PORT=3001 npm start",
  );
}
