import { createHash, randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder } from "@/lib/drivers/storage/make-folder";
import { errorText } from "@/lib/shared/text/error-text";
import { processIdentity } from "./process-info";
import { errorCode, SandboxError } from "./sandbox-error";

const holderSchema = z.object({ pid: z.number().int().positive(), identity: z.string() });
type Holder = z.output<typeof holderSchema>;

function parseHolder(text: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The content of a lock, or null. */
async function readLock(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function isHeld(holder: Holder | null): Promise<boolean> {
  return holder !== null && (await processIdentity(holder.pid)) === holder.identity;
}

/** Another supervisor uses the folder. */
export class DataDirInUseError extends SandboxError {}

/**
 * Locks the data folder for this process. Replaces the lock of a dead process.
 * @returns a function that releases the folder
 * @throws DataDirInUseError when another supervisor uses the folder
 * @throws SandboxError when the folder cannot be created or written
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    return await createLock(dataDir);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    throw unusable(dataDir, error);
  }
}

async function createLock(dataDir: string): Promise<() => Promise<void>> {
  await makeFolder(dataDir);
  const path = join(dataDir, "supervisor.lock");
  const nonce = randomBytes(8).toString("hex");
  const own = `${path}.${process.pid}.${nonce}`;
  const identity = (await processIdentity(process.pid)) ?? "";
  // Every lock has unique content, so that a replaced lock is recognised.
  const text = JSON.stringify({ pid: process.pid, identity, nonce });
  await writeFile(own, text, { mode: 0o600 });
  try {
    await take(path, own, dataDir);
  } finally {
    await rm(own, { force: true });
  }
  return async () => {
    if ((await readLock(path)) === text) await rm(path);
  };
}

/**
 * Creates our lock. The lock of a dead process is replaced by the holder of its guard, a lock named
 * after its content: only one process at a time gets there, and it checks again before it replaces
 * anything.
 */
async function take(path: string, own: string, dataDir: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      // link() fails when the name exists: the only atomic "create with content".
      return await link(own, path);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
    const text = await readLock(path);
    if (text === null) continue;
    const holder = parseHolder(text);
    if (await isHeld(holder)) throw inUse(dataDir, holder);
    const guard = `${path}.${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
    await take(guard, own, dataDir);
    try {
      if ((await readLock(path)) !== text) continue;
      const ready = `${own}.ready`;
      await link(own, ready);
      return await rename(ready, path);
    } finally {
      await rm(guard, { force: true });
    }
  }
  throw new SandboxError(`The lock file ${path} could not be taken.`);
}

function inUse(dataDir: string, holder: Holder | null): DataDirInUseError {
  return new DataDirInUseError(
    `The data folder ${dataDir} is in use by another Slipway (process ${holder?.pid}).\n` +
      "Stop it, or use another folder and port: DATA_DIR=.data-2 PORT=3001 npm start",
  );
}

const REASONS: Record<string, string> = {
  EACCES: "this user has no permission to write there",
  EEXIST: "it is a file",
  ENOENT: "that place does not allow new folders",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is a file",
  EPERM: "this user has no permission to write there",
  EROFS: "the file system is read-only",
};

function unusable(dataDir: string, error: unknown): SandboxError {
  const reason = REASONS[errorCode(error) ?? ""] ?? errorText(error);
  return new SandboxError(
    `The data folder ${dataDir} cannot be used: ${reason}. Set DATA_DIR to a folder that this user can write.`,
    { cause: error },
  );
}
