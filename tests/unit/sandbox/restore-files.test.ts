import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { restoreFiles } from "@/sandbox/backup/restore-files";

it("moves other versions aside also from a folder on another file system", async (test) => {
  const folder = await mkdtemp(join(tmpdir(), "slipway-restore-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const other = await mkdtemp("/dev/shm/slipway-restore-").catch(() => null);
  if (other === null) return test.skip("there is no /dev/shm");
  onTestFinished(() => rm(other, { recursive: true }));
  const isOther = (await stat(other)).dev !== (await stat(folder)).dev;
  if (!isOther) return test.skip("/dev/shm and the temporary folder are one file system");
  const [dataDir, backup] = [join(folder, "data"), join(folder, "backup")];
  await mkdir(dataDir);
  await symlink(other, join(dataDir, "ipfs"));
  await writeFile(join(other, "a"), "mine");
  await mkdir(join(backup, "data", "ipfs"), { recursive: true });
  await writeFile(join(backup, "data", "ipfs", "a"), "backup");
  const sha256 = createHash("sha256").update("backup").digest("hex");
  const aside = await restoreFiles(dataDir, backup, {
    files: [{ path: "data/ipfs/a", bytes: 6, sha256 }],
    takenAt: "2026-01-01T00:00:00.000Z",
  });
  expect(await readFile(join(dataDir, "ipfs", "a"), "utf8")).toBe("backup");
  expect(await readFile(join(aside ?? "", "ipfs", "a"), "utf8")).toBe("mine");
});
