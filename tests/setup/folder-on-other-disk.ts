import { mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Linux keeps these files in memory, so they are on another file system than those of a disk. */
const OTHER_DISK = "/dev/shm";
export const HAS_OTHER_DISK = process.platform === "linux";

/**
 * Creates a folder on another file system than `folder`, and removes it after the test. Needs
 * `HAS_OTHER_DISK`.
 * @throws Error if both are on one file system, as with `TMPDIR=/dev/shm`
 */
export async function folderOnOtherDisk(folder: string): Promise<string> {
  const other = await mkdtemp(join(OTHER_DISK, "slipway-"));
  onTestFinished(() => rm(other, { recursive: true }));
  if ((await stat(other)).dev !== (await stat(folder)).dev) return other;
  throw new Error(`${folder} is on the file system of ${OTHER_DISK}: set TMPDIR to another one`);
}
