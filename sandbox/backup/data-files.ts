import { createReadStream, createWriteStream, type Stats } from "node:fs";
import { mkdir, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { OF_FILE_SYSTEM } from "@/lib/drivers/storage/give-to-owner";
import { errorCode, SandboxError } from "../process/sandbox-error";
import { UNFINISHED } from "./backup-target";
import { createMeter } from "./hash-file";
import { MANIFEST, type StoredFile } from "./manifest";
import { readBackup } from "./remove-old-backups";

/**
 * Content of a data folder for this machine only: embedded services, caches, logs, locks, work in
 * progress. A backup includes all other files, so that a new kind of data is never forgotten.
 */
const OF_THIS_MACHINE =
  /^(postgres|chains|store|engine|cache|logs|run|work|incoming|nodes|replaced-[^/]*)$/;
const TEMPORARY = /^(ports\.json|.*\.lock(\..*)?|.*\.tmp)$/;

/** Files that hold keys in plain text. The wallet seed is encrypted, so it is always included. */
const SECRET = /^[^/]*(secret|key)[^/]*(\/|$)/i;

export function isSecretFile(path: string): boolean {
  return SECRET.test(path);
}

/**
 * The files of a data folder that a backup contains: relative paths with slashes, sorted. Backups below
 * the data folder are left out, because each would contain all earlier ones. Links are followed: what an
 * operator moved to another folder is data as well.
 * @throws SandboxError for a link that leads nowhere, or to a folder that contains it
 */
export async function listDataFiles(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  /** @param above real paths of the folders whose links led here */
  async function walk(folder: string, above: readonly string[]): Promise<void> {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(
      (error: unknown) => {
        if (errorCode(error) === "ENOENT") return [];
        throw error;
      },
    );
    const hasManifest = folder !== "" && entries.some(({ name }) => name === MANIFEST);
    if (hasManifest && (await readBackup(join(dataDir, folder))) !== null) return;
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (folder === "" && OF_THIS_MACHINE.test(entry.name)) continue;
      // Disks may be mounted anywhere below. Only root can read it.
      if (entry.name === OF_FILE_SYSTEM) continue;
      if (TEMPORARY.test(entry.name) && !entry.isDirectory()) continue;
      const target = entry.isSymbolicLink() ? await followLink(join(dataDir, path)) : entry;
      if (target.isDirectory()) {
        if (entry.name.endsWith(UNFINISHED)) continue;
        await walk(path, target === entry ? above : await enterLink(join(dataDir, path), above));
      } else if (target.isFile()) found.push(path);
    }
  }
  await walk("", []);
  return found.sort();
}

/** A skipped link would leave a backup without data that nobody misses until it is restored. */
async function followLink(link: string): Promise<Stats> {
  return stat(link).catch((error: unknown) => {
    if (errorCode(error) !== "ENOENT") throw error;
    throw new SandboxError(`${link} is a link that leads nowhere. Mount its disk, or remove it.`);
  });
}

/** @returns `above` with the folder of the link */
async function enterLink(link: string, above: readonly string[]): Promise<string[]> {
  const [target, own] = await Promise.all([realpath(link), realpath(dirname(link))]);
  const chain = [...above, own];
  if (chain.some((folder) => relative(target, folder).split(sep)[0] !== "..")) {
    throw new SandboxError(`${link} is a link to a folder that contains it. Remove it.`);
  }
  return chain;
}

/**
 * Copies a file and returns its size and checksum; null when it was removed meanwhile. Only the owner
 * can read the copy.
 */
export async function copyFileTo(
  from: string,
  to: string,
): Promise<Pick<StoredFile, "bytes" | "sha256"> | null> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const meter = createMeter();
  try {
    const source = createReadStream(from);
    await pipeline(source, meter.stream, createWriteStream(to, { mode: 0o600, flush: true }));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  return meter.read();
}
