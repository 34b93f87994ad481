import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { restoreFiles } from "@/sandbox/backup/restore-files";
import { folderOnOtherDisk, HAS_OTHER_DISK } from "../../setup/folder-on-other-disk";

it.runIf(HAS_OTHER_DISK)("moves other versions aside from another file system", async () => {
  const folder = await mkdtemp(join(tmpdir(), "slipway-restore-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const other = await folderOnOtherDisk(folder);
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
