import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCachedReader } from "@/lib/drivers/storage/cached-reader";
import { createDiskStore } from "@/lib/drivers/storage/disk";
import type { ObjectStore } from "@/lib/drivers/storage/object-store";
import { AppError } from "@/lib/shared/errors";
import { createDiskCache } from "@/lib/support/create-disk-cache";
import { bodyOf, collect } from "../../setup/s3/bodies";

const MINUTE_MS = 60_000;

let folder: string;
let files: ObjectStore;
/** Requests to the store, which can be down. */
let asked = 0;
let isDown = false;
let nowMs = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-cached-"));
  files = createDiskStore(join(folder, "store"));
  [asked, isDown, nowMs] = [0, false, 0];
});
afterEach(() => rm(folder, { recursive: true }));

function createReader(bytesMax = 10_000_000, onFailure?: (error: unknown) => void) {
  const remote = <T>(call: () => Promise<T>) => {
    asked += 1;
    if (isDown) return Promise.reject(new AppError("dependency_unavailable"));
    return call();
  };
  return createCachedReader({
    store: {
      open: (key) => remote(() => files.open(key)),
      has: (key) => remote(() => files.has(key)),
    },
    cache: createDiskCache({ folder: join(folder, "cache"), bytesMax, onFailure }),
    now: () => nowMs,
  });
}
type Reader = ReturnType<typeof createReader>;

async function read(reader: Reader, key: string, range?: { start: number; length: number }) {
  const found = await reader.open(key);
  return found === null ? null : String(await collect(found.read(range)));
}

it("asks the store once, also for simultaneous reads and after a restart within minutes", async () => {
  await files.put("a/b", bodyOf(Buffer.from("hello")));
  const reader = createReader();
  const reads = await Promise.all(Array.from({ length: 5 }, () => read(reader, "a/b")));
  expect(reads).toEqual(Array(5).fill("hello"));
  expect(await read(reader, "a/b", { start: 1, length: 3 })).toBe("ell");
  expect(await reader.has("a/b")).toBe(true);
  expect(asked).toBe(1);
});

it("serves what it has while the store is down, and fails for the rest", async () => {
  await files.put("a/b", bodyOf(Buffer.from("hello")));
  expect(await read(createReader(), "a/b")).toBe("hello");
  isDown = true;
  const restarted = createReader();
  expect(await read(restarted, "a/b")).toBe("hello");
  nowMs += 10 * MINUTE_MS;
  expect(await read(restarted, "a/b")).toBe("hello");
  await expect(restarted.open("a/c")).rejects.toMatchObject({ code: "dependency_unavailable" });
});

it("forgets a removed object within five minutes", async () => {
  await files.put("a/b", bodyOf(Buffer.from("hello")));
  const reader = createReader();
  await read(reader, "a/b");
  await files.delete("a/b");
  nowMs += 5 * MINUTE_MS + 1;
  expect(await reader.open("a/b")).toBeNull();
  isDown = true;
  await expect(reader.open("a/b")).rejects.toMatchObject({ code: "dependency_unavailable" });
});

it("reads an object again that the cache has removed meanwhile", async () => {
  await files.put("a/b", bodyOf(Buffer.from("hello")));
  const reader = createReader();
  const found = await reader.open("a/b");
  await rm(join(folder, "cache"), { recursive: true });
  expect(found && String(await collect(found.read()))).toBe("hello");
});

it("does not cache an object that is larger than its limit, and keeps within its size", async () => {
  const large = Buffer.alloc(33 * 1024 * 1024, "x");
  await files.put("a/large", bodyOf(large));
  const reader = createReader(10);
  expect(await read(reader, "a/large", { start: 5, length: 3 })).toBe("xxx");
  expect(await readdir(folder)).not.toContain("cache");
  for (const key of ["a/1", "a/2", "a/3"]) {
    await files.put(key, bodyOf(Buffer.from("12345678")));
    expect(await read(reader, key)).toBe("12345678");
  }
  const cached = await readdir(join(folder, "cache"), { recursive: true, withFileTypes: true });
  expect(cached.filter((entry) => entry.isFile())).toHaveLength(1);
});

describe("a disk that does not store the cache", () => {
  it.each([
    ["takes no files", () => symlink(join(folder, "missing"), join(folder, "cache"))],
    ["cannot be read", () => writeFile(join(folder, "cache"), "")],
  ])("costs only the cached copy when it %s", async (_, breakCache) => {
    await breakCache();
    await files.put("a/b", bodyOf(Buffer.from("hello")));
    const failures: unknown[] = [];
    const reader = createReader(10_000_000, (error) => failures.push(error));
    for (let n = 0; n < 2; n += 1) expect(await read(reader, "a/b")).toBe("hello");
    expect(asked).toBe(2);
    expect(failures).toEqual([expect.objectContaining({ code: "ENOTDIR" })]);
  });

  it("does not hide that the store broke off, and stores no part", async () => {
    async function* broken() {
      yield Buffer.from("he");
      throw new AppError("dependency_unavailable");
    }
    const failures: unknown[] = [];
    const cache = createDiskCache({
      folder: join(folder, "cache"),
      bytesMax: 10,
      onFailure: (error) => failures.push(error),
    });
    await expect(cache.putStream("name", broken())).rejects.toMatchObject({
      code: "dependency_unavailable",
    });
    expect(await cache.get("name")).toBeNull();
    expect(await readdir(join(folder, "cache", "me"))).toEqual([]);
    expect(failures).toEqual([]);
  });
});
