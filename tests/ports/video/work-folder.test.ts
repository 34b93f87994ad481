import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hasActiveFolder, removeWork, withWorkFolder } from "@/lib/drivers/video/work-folder";

const UID = "a".repeat(32);
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "slipway-work-"));
});
afterAll(() => rm(root, { recursive: true }));

/** Makes a folder look as if nothing had renewed it for so long. */
async function age(folder: string, seconds: number): Promise<void> {
  const then = new Date(Date.now() - seconds * 1_000);
  await utimes(folder, then, then);
}

it("keeps the folder of a video while an earlier attempt still works in it", async () => {
  await withWorkFolder(root, UID, async (first) => {
    await withWorkFolder(root, UID, async (second) => {
      await writeFile(join(first, "source"), "first");
      await writeFile(join(second, "source"), "second");
    });
    expect(await readdir(root)).toEqual([basename(first)]);
    expect(await readdir(first)).toEqual(["source"]);
    await removeWork(root);
    expect(await readdir(first)).toEqual(["source"]);
  });
  expect(await readdir(root)).toEqual([]);
});

it("renews its folder, which other machines therefore keep", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    await withWorkFolder(root, UID, async (folder) => {
      await age(folder, 80);
      vi.advanceTimersByTime(10_000);
      await expect.poll(async () => Date.now() - (await stat(folder)).mtimeMs).toBeLessThan(30_000);
    });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

// Cloned machines and containers that share a disk may have the same host name and process ids.
it("keeps the folders of other processes until they have not been renewed for 45 seconds", async () => {
  const path = await withWorkFolder(root, UID, async (folder) => folder);
  await mkdir(path);
  await age(path, 40);
  await removeWork(root);
  expect([await readdir(root), await hasActiveFolder(root, UID)]).toEqual([[basename(path)], true]);
  await age(path, 50);
  expect(await hasActiveFolder(root, UID)).toBe(false);
  await removeWork(root);
  expect(await readdir(root)).toEqual([]);
});

it("removes a folder of an earlier release, which does not renew it, once it is hours old", async () => {
  const path = join(root, `work-${UID}-Ab12Cd`);
  await mkdir(path);
  await age(path, 3_600);
  await removeWork(root);
  expect(await readdir(root)).toEqual([basename(path)]);
  await age(path, 3 * 3_600);
  await removeWork(root);
  expect(await readdir(root)).toEqual([]);
});
