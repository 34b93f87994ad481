import { expect, it } from "vitest";
import type { ObjectStore } from "@/lib/drivers/storage/object-store";
import { watchStore } from "@/lib/drivers/storage/watch-store";

const FULL = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });

/** A store whose calls fail with what `faults` has. */
function startStore() {
  let at = 0;
  const faults: { read?: Error; write?: Error } = {};
  const read = async () => {
    if (faults.read !== undefined) throw faults.read;
  };
  async function* nothing() {}
  const store: ObjectStore = {
    kind: "disk",
    open: () => read().then(() => null),
    has: () => read().then(() => true),
    async put(_key, body) {
      if (faults.write !== undefined) throw faults.write;
      let sizeBytes = 0;
      for await (const chunk of body) sizeBytes += chunk.byteLength;
      return sizeBytes;
    },
    async copy() {
      if (faults.write !== undefined) throw faults.write;
    },
    delete: async () => undefined,
    deleteAll: async () => undefined,
    list: nothing,
    folders: nothing,
  };
  const { files, isHealthy } = watchStore(store, { now: () => at });
  const pass = (ms: number) => {
    at += ms;
  };
  return { faults, files, isHealthy, pass };
}

async function* body(fault?: Error) {
  yield new Uint8Array(3);
  if (fault !== undefined) throw fault;
}

it("is unhealthy after a failed write until one works, although reads do", async () => {
  const { faults, files, isHealthy } = startStore();
  expect(isHealthy()).toBeNull();
  expect(await files.put("a", body())).toBe(3);
  expect(isHealthy()).toBe(true);
  faults.write = FULL;
  await expect(files.put("a", body())).rejects.toThrow(FULL);
  expect(await files.has("a")).toBe(true);
  expect(isHealthy()).toBe(false);
  faults.write = undefined;
  await files.copy("a", "b");
  expect(isHealthy()).toBe(true);
});

it.each(["EACCES", "EDQUOT", "EIO", "EPERM", "EROFS"])(
  "is unhealthy after a write that its disk refuses with %s",
  async (code) => {
    const { faults, files, isHealthy } = startStore();
    faults.write = Object.assign(new Error(code), { code });
    await expect(files.put("a", body())).rejects.toThrow(code);
    expect(isHealthy()).toBe(false);
  },
);

it("forgets a failure after five minutes without calls", async () => {
  const { faults, files, isHealthy, pass } = startStore();
  faults.read = FULL;
  await expect(files.open("a")).rejects.toThrow(FULL);
  pass(299_000);
  expect(isHealthy()).toBe(false);
  pass(2_000);
  expect(isHealthy()).toBeNull();
});

it("does not count an upload that breaks, or another error", async () => {
  const { faults, files, isHealthy } = startStore();
  const lost = Object.assign(new Error("lost"), { code: "ECONNRESET" });
  await expect(files.put("a", body(lost))).rejects.toThrow("lost");
  faults.read = new TypeError("Invalid storage key");
  await expect(files.has("../a")).rejects.toThrow(TypeError);
  expect(isHealthy()).toBeNull();
});
