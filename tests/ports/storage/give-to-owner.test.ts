import { chown, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { giveToOwner, listOwned } from "@/lib/drivers/storage/give-to-owner";

const OWN = process.getuid?.() ?? 0;
const OWNER = 65_534;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-owner-"));
  dataDir = join(folder, "data");
  await mkdir(join(folder, "elsewhere"));
  await writeFile(join(folder, "elsewhere/file"), "");
  await mkdir(join(dataDir, "ipfs/a"), { recursive: true });
  await writeFile(join(dataDir, "ipfs/a/block"), "");
  await writeFile(join(dataDir, "secrets.json"), "");
  await mkdir(join(dataDir, "lost+found"));
  await symlink(join(folder, "elsewhere"), join(dataDir, "ipfs/link"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function collect(paths: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const path of paths) found.push(relative(dataDir, path));
  return found.sort();
}

describe("what a command created", () => {
  it("is listed without what is elsewhere, behind links or of others", async () => {
    const paths = ["ipfs", "videos"].map((name) => join(dataDir, name));
    expect(await collect(listOwned(OWN, paths))).toEqual([
      "ipfs",
      "ipfs/a",
      "ipfs/a/block",
      "ipfs/link",
    ]);
    expect(await collect(listOwned(OWN + 1, paths))).toEqual([]);
  });

  it("is listed while servers remove files", async () => {
    const busy = join(folder, "busy");
    const names = ["a", "b", "c"].map((name) => join(busy, name));
    for (const name of names) await mkdir(join(name, "inside"), { recursive: true });
    const found: string[] = [];
    for await (const path of listOwned(OWN, [busy])) {
      found.push(path);
      if (found.length === 1) for (const name of names) await rm(name, { recursive: true });
    }
    const [first = ""] = found;
    expect(found).toEqual([first, dirname(first), busy]);
  });

  it.runIf(OWN === 0)(
    "is given to the owner of the folder, and nothing behind a link",
    async () => {
      await chown(dataDir, OWNER, OWNER);
      const uidOf = async (path: string) => (await lstat(path)).uid;
      await giveToOwner(dataDir, ["ipfs", "videos"]);
      expect(await uidOf(join(dataDir, "ipfs/a/block"))).toBe(OWNER);
      expect(await uidOf(join(dataDir, "secrets.json"))).toBe(0);
      await giveToOwner(dataDir);
      expect(await uidOf(join(dataDir, "secrets.json"))).toBe(OWNER);
      expect(await uidOf(join(dataDir, "ipfs/link"))).toBe(OWNER);
      expect(await uidOf(join(folder, "elsewhere/file"))).toBe(0);
      // The file system's own folder on a disk.
      expect(await uidOf(join(dataDir, "lost+found"))).toBe(0);
      await giveToOwner(join(folder, "missing"));
    },
  );
});
