import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { removeWork, withWorkFolder } from "@/lib/drivers/video/work-folder";

const UID = "a".repeat(32);
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "slipway-work-"));
});
afterAll(() => rm(root, { recursive: true }));

/** The name of a folder that another process would use for a video. */
async function nameOf(pid: number): Promise<string> {
  const own = await withWorkFolder(root, UID, async (folder) => basename(folder));
  expect(own).toContain(`-${process.pid}-`);
  return own.replace(`-${process.pid}-`, `-${pid}-`);
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

it("keeps the folder of another process that runs, and removes that of one that was killed", async () => {
  const running = await nameOf(process.ppid);
  const killed = await nameOf(spawnSync(process.execPath, ["--version"]).pid);
  const earlier = await nameOf(process.pid);
  for (const name of [running, killed, earlier]) await mkdir(join(root, name));
  const before = new Date(performance.timeOrigin - 1_000);
  await utimes(join(root, earlier), before, before);
  await removeWork(root);
  expect(await readdir(root)).toEqual([running]);
  await rm(join(root, running), { recursive: true });
});

it("removes a folder of another machine or an earlier release once it is hours old", async () => {
  const names = [`work-${UID}-Ab12Cd`, `work-${UID}-00000000-1-Ab12Cd`];
  for (const name of names) await mkdir(join(root, name));
  await removeWork(root);
  expect((await readdir(root)).toSorted()).toEqual(names.toSorted());
  const before = new Date(Date.now() - 3 * 3_600_000);
  for (const name of names) await utimes(join(root, name), before, before);
  await removeWork(root);
  expect(await readdir(root)).toEqual([]);
});
