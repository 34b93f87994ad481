import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { ObjectStore } from "@/lib/drivers/storage/object-store";
import { watchStore } from "@/lib/drivers/storage/watch-store";

const FULL = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });

/** A store whose calls fail with what `faults` has. */
function startStore(probeMsMax = 5_000) {
  let at = 0;
  const faults: { read?: Error | "hangs"; write?: Error } = {};
  const read = async () => {
    if (faults.read === "hangs") await new Promise(() => undefined);
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
  const { files, isHealthy } = watchStore(store, { now: () => at, probeMsMax });
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

it("forgets one failed write before the two minutes of the alert, and repeated ones after five", async () => {
  const { faults, files, isHealthy, pass } = startStore();
  faults.write = FULL;
  const fail = () => expect(files.put("a", body())).rejects.toThrow(FULL);
  await fail();
  await fail();
  pass(89_000);
  expect(isHealthy()).toBe(false);
  pass(2_000);
  expect(isHealthy()).toBeNull();
  await fail();
  pass(299_000);
  expect(isHealthy()).toBe(false);
  pass(2_000);
  expect(isHealthy()).toBeNull();
  pass(600_000);
  await fail();
  pass(91_000);
  expect(isHealthy()).toBeNull();
});

it("reads again while the latest read failed, so that an outage without calls still counts", async () => {
  const { faults, files, isHealthy, pass } = startStore();
  faults.read = FULL;
  await expect(files.open("a")).rejects.toThrow(FULL);
  for (let seconds = 0; seconds < 900; seconds += 60) {
    expect(isHealthy()).toBe(false);
    await nextTurn();
    pass(60_000);
  }
  faults.read = undefined;
  expect(isHealthy()).toBe(false);
  await expect.poll(isHealthy).toBe(true);
});

it("counts a read that does not end as a failure", async () => {
  const { faults, files, isHealthy, pass } = startStore(20);
  faults.read = FULL;
  await expect(files.open("a")).rejects.toThrow(FULL);
  faults.read = "hangs";
  pass(60_000);
  isHealthy();
  pass(60_000);
  await expect.poll(isHealthy).toBe(false);
});

it("does not count an upload that breaks, or another error", async () => {
  const { faults, files, isHealthy } = startStore();
  const lost = Object.assign(new Error("lost"), { code: "ECONNRESET" });
  await expect(files.put("a", body(lost))).rejects.toThrow("lost");
  faults.read = new TypeError("Invalid storage key");
  await expect(files.has("../a")).rejects.toThrow(TypeError);
  expect(isHealthy()).toBeNull();
});
