import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createDiskStore } from "@/lib/drivers/storage/disk";
import type { ObjectStore } from "@/lib/drivers/storage/object-store";
import { createS3Store } from "@/lib/drivers/storage/s3";
import { PART_BYTES } from "@/lib/drivers/storage/s3-put";
import { folderOnOtherDisk, HAS_OTHER_DISK } from "../../setup/folder-on-other-disk";
import { bodyOf, collect } from "../../setup/s3/bodies";
import { startS3Servers } from "../../setup/s3/start-s3";

/** A busy machine is slow; a store that does not respond is tested with less. */
const PATIENT_MS = 30_000;

const servers = await startS3Servers();
const folder = await mkdtemp(join(tmpdir(), "slipway-objects-"));
afterAll(async () => {
  await Promise.all(servers.map(([, server]) => server.stop()));
  await rm(folder, { recursive: true });
});

const STORES: [name: string, store: ObjectStore][] = [
  ["the disk", createDiskStore(join(folder, "data"))],
  ...servers.map(([name, { options }]): [string, ObjectStore] => [
    name,
    createS3Store({ ...options, answerMsMax: PATIENT_MS }),
  ]),
  ...servers.map(([name, { options }]): [string, ObjectStore] => [
    `a folder of a bucket on ${name}`,
    createS3Store({ ...options, answerMsMax: PATIENT_MS, prefix: "one/installation/" }),
  ]),
];

const text = (value: string) => Buffer.from(value);
async function read(store: ObjectStore, key: string, range?: { start: number; length: number }) {
  const found = await store.open(key);
  return found === null ? null : collect(found.read(range));
}
async function keysBelow(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.toSorted();
}

it("are stored on a disk whose first use failed", async () => {
  const root = join(folder, "later");
  await writeFile(root, "");
  const store = createDiskStore(root);
  await expect(store.put("a/block", bodyOf(text("bytes")))).rejects.toThrow(/ENOTDIR|EEXIST/);
  await rm(root);
  expect(await store.put("a/block", bodyOf(text("bytes")))).toBe(5);
});

describe("on a disk that is mounted at a folder of objects", () => {
  it("the folder lost+found is not listed", async () => {
    const root = join(folder, "mounted");
    const store = createDiskStore(root);
    await store.put("videos/a/b", bodyOf(text("bytes")));
    await mkdir(join(root, "videos", "lost+found"));
    await writeFile(join(root, "videos", "lost+found", "#1"), "");
    expect(await keysBelow(store, "videos/")).toEqual(["videos/a/b"]);
    const names: string[] = [];
    for await (const name of store.folders("videos/")) names.push(name);
    expect(names).toEqual(["a"]);
  });

  it.runIf(HAS_OTHER_DISK)("objects are stored, copied, listed and replaced", async () => {
    const other = await folderOnOtherDisk(folder);
    const root = join(folder, "linked");
    await mkdir(root);
    await symlink(other, join(root, "ipfs"));
    const store = createDiskStore(root);
    expect(await store.put("ipfs/a/1", bodyOf(text("first")))).toBe(5);
    expect(await store.put("ipfs/a/1", bodyOf(text("2nd")))).toBe(3);
    await store.copy("ipfs/a/1", "ipfs/b/2");
    await store.copy("ipfs/a/1", "videos/3");
    for (const key of ["ipfs/a/1", "ipfs/b/2", "videos/3"]) {
      expect(String(await read(store, key)), key).toBe("2nd");
    }
    expect(await keysBelow(store, "ipfs/")).toEqual(["ipfs/a/1", "ipfs/b/2"]);
    expect(await readdir(join(root, "incoming"))).toEqual([]);
    expect(await readdir(join(other, ".incoming"))).toEqual([]);
  });
});

describe.each(STORES)("objects on %s", (_, store) => {
  it("are read as they were stored, whole and in parts", async () => {
    expect(await store.put("a/words.txt", bodyOf(text("hello "), text("world")))).toBe(11);
    expect((await store.open("a/words.txt"))?.sizeBytes).toBe(11);
    expect(String(await read(store, "a/words.txt"))).toBe("hello world");
    expect(String(await read(store, "a/words.txt", { start: 6, length: 3 }))).toBe("wor");
    expect(String(await read(store, "a/words.txt", { start: 3, length: 0 }))).toBe("");
  });

  it("may be empty", async () => {
    expect(await store.put("a/empty", bodyOf())).toBe(0);
    expect(await read(store, "a/empty")).toEqual(Buffer.alloc(0));
  });

  it("are null when missing", async () => {
    expect(await store.open("a/missing")).toBeNull();
    expect(await store.has("a/missing")).toBe(false);
    await store.delete("a/missing");
    await store.deleteAll("missing/");
    expect(await keysBelow(store, "missing/")).toEqual([]);
  });

  it.each([PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES + 12_345])(
    "of %i bytes arrive complete",
    async (size) => {
      const bytes = randomBytes(size);
      const chunks = [bytes.subarray(0, 100), bytes.subarray(100, 70_000), bytes.subarray(70_000)];
      expect(await store.put("large/object", bodyOf(...chunks))).toBe(size);
      expect((await read(store, "large/object"))?.equals(bytes)).toBe(true);
      const range = { start: PART_BYTES - 10, length: Math.min(20, size - PART_BYTES + 10) };
      const part = await read(store, "large/object", range);
      expect(part?.equals(bytes.subarray(range.start, range.start + range.length))).toBe(true);
    },
  );

  it.each([10, PART_BYTES + 10])(
    "are not stored when the body fails after %i bytes",
    async (size) => {
      async function* broken() {
        yield randomBytes(size);
        throw new Error("the client is gone");
      }
      await expect(store.put("broken/object", broken())).rejects.toThrow("the client is gone");
      expect(await store.has("broken/object")).toBe(false);
      expect(await keysBelow(store, "broken/")).toEqual([]);
    },
  );

  it("are replaced by a later one", async () => {
    await store.put("again/it", bodyOf(text("first")));
    await store.put("again/it", bodyOf(text("2nd")));
    expect(String(await read(store, "again/it"))).toBe("2nd");
  });

  it("can be copied, also twice, and outlive the original", async () => {
    await store.put("from/it", bodyOf(text("copied")));
    await store.copy("from/it", "to/it");
    await store.copy("from/it", "to/it");
    await store.delete("from/it");
    expect(String(await read(store, "to/it"))).toBe("copied");
    await expect(store.copy("from/it", "to/other")).rejects.toThrow();
    expect(await store.has("to/other")).toBe(false);
  });

  it("are listed and removed by folder", async () => {
    for (const key of ["list/a/1", "list/a/b/2", "list/ab", "list/c/3"]) {
      await store.put(key, bodyOf(text(key)));
    }
    expect(await keysBelow(store, "list/")).toEqual([
      "list/a/1",
      "list/a/b/2",
      "list/ab",
      "list/c/3",
    ]);
    expect(await keysBelow(store, "list/a/")).toEqual(["list/a/1", "list/a/b/2"]);
    const folders: string[] = [];
    for await (const name of store.folders("list/")) folders.push(name);
    expect(folders.toSorted()).toEqual(["a", "c"]);
    await store.deleteAll("list/a/");
    expect(await keysBelow(store, "list/")).toEqual(["list/ab", "list/c/3"]);
  });

  it("have sizes in lists", async () => {
    await store.put("sizes/it", bodyOf(text("12345")));
    const entries: unknown[] = [];
    for await (const entry of store.list("sizes/")) entries.push(entry);
    expect(entries).toEqual([{ key: "sizes/it", sizeBytes: 5 }]);
  });

  it.each(["../secret", "a/../../b", "/etc/passwd", "a//b", "a/./b", "", "a b", "a%2fb"])(
    "never have the key %j",
    async (key) => {
      await expect(store.put(key, bodyOf(text("x")))).rejects.toThrow(TypeError);
      await expect(store.open(key)).rejects.toThrow(TypeError);
    },
  );
});

describe("the disk", () => {
  it("has no file of an upload that failed", async () => {
    expect(await readdir(join(folder, "data", "incoming"))).toEqual([]);
  });
});

describe.each(servers)("a bucket on %s", (_, server) => {
  const bytes = { read: 0 };
  async function* endless() {
    for (;;) {
      bytes.read += 1_000;
      yield Buffer.alloc(1_000);
    }
  }
  const unavailable = { code: "dependency_unavailable", status: 503, retryAfterSeconds: 5 };

  it("with a wrong key is reported as unavailable, without the keys", async () => {
    const store = createS3Store({
      ...server.options,
      accessKeyId: "WRONG",
      secretAccessKey: "wrong-secret",
    });
    const error = await store
      .list("a/")
      [Symbol.asyncIterator]()
      .next()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(unavailable);
    expect(JSON.stringify(error) + String(error)).not.toMatch(/wrong-secret/);
  });

  it("that does not exist is reported before a body is read", async () => {
    const store = createS3Store({ ...server.options, bucket: "no-such-bucket" });
    await expect(store.put("a/b", endless())).rejects.toMatchObject(unavailable);
    expect(bytes.read).toBe(0);
  });

  it("that does not respond fails every call, and a body is not read first", async () => {
    const store = createS3Store({ ...server.options, answerMsMax: PATIENT_MS });
    await store.put("pause/it", bodyOf(text("x")));
    const hanging = createS3Store({ ...server.options, answerMsMax: 300 });
    server.pause();
    try {
      await expect(hanging.open("pause/it")).rejects.toMatchObject(unavailable);
      await expect(hanging.has("pause/it")).rejects.toMatchObject(unavailable);
      await expect(hanging.delete("pause/other")).rejects.toMatchObject(unavailable);
      await expect(hanging.put("pause/other", endless())).rejects.toMatchObject(unavailable);
      expect(bytes.read).toBe(0);
    } finally {
      server.resume();
    }
    expect(String(await read(store, "pause/it"))).toBe("x");
  });

  it("that stops in the middle of a body ends it with an error", async () => {
    const size = 12 * 1024 * 1024;
    const store = createS3Store({ ...server.options, answerMsMax: PATIENT_MS, idleMsMax: 2_000 });
    await store.put("pause/large", bodyOf(randomBytes(size)));
    const found = await store.open("pause/large");
    const chunks = found?.read()[Symbol.asyncIterator]();
    await chunks?.next();
    server.pause();
    try {
      const rest = async () => {
        while ((await chunks?.next())?.done === false);
      };
      await expect(rest()).rejects.toMatchObject(unavailable);
    } finally {
      server.resume();
    }
  });
});
