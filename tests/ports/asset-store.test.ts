import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAssetStore } from "@/lib/db/media/create-asset-store";
import { assets } from "@/lib/db/schema/media";
import { startTestDatabase } from "../setup/postgres";

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let clock = 0;
const now = () => new Date(clock);
const video = (key: string, sizeBytes: number, isSettled = true) =>
  ({ kind: "video", key, sizeBytes, isSettled }) as const;
const keyOf = (key: string) => ({ kind: "video", key }) as const;

beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(async () => {
  await database.db.delete(assets);
  clock = 0;
});
afterAll(() => database.stop());

describe("the disk budget", () => {
  const store = () => createAssetStore(database.db, 100, now);
  const enter = async (...all: ReturnType<typeof video>[]) => {
    for (const asset of all) {
      clock += 1000;
      expect(await store().reserve(asset, [])).toEqual([]);
    }
  };

  it("removes the oldest that nothing refers to, and no more than needed", async () => {
    await enter(video("a", 40), video("b", 40));
    clock += 1000;
    expect(await store().reserve(video("c", 50), [])).toEqual([keyOf("a")]);
    expect(await store().reserve(video("d", 100), [])).toEqual([keyOf("b"), keyOf("c")]);
  });

  it("keeps what a launch refers to and what is being worked on", async () => {
    await enter(video("used", 40), video("busy", 40, false), video("idle", 20));
    expect(await store().markUsed(keyOf("used"))).toBe(true);
    expect(await store().hasRoom(20)).toBe(true);
    expect(await store().hasRoom(21)).toBe(false);
    expect(await store().reserve(video("new", 21), [])).toBe("full");
    expect(await store().reserve(video("new", 20), [])).toEqual([keyOf("idle")]);
  });

  it("counts the true size once it is known", async () => {
    await enter(video("a", 90, false));
    await store().settle({ ...keyOf("a"), sizeBytes: 10 });
    expect(await store().reserve(video("b", 90), [])).toEqual([]);
  });

  it("says when what a launch wants is gone", async () => {
    await enter(video("a", 60));
    await store().release(keyOf("a"));
    expect(await store().markUsed(keyOf("a"))).toBe(false);
    await enter(video("b", 100));
  });

  it("counts an asset that comes again once", async () => {
    await enter(video("a", 80), video("a", 90));
    expect(await store().hasRoom(100)).toBe(true);
  });

  it("never grants more than there is to requests at once", async () => {
    const asked = Array.from({ length: 12 }, (_, index) =>
      store().reserve(video(`v${index}`, 30, false), []),
    );
    const granted = (await Promise.all(asked)).filter((removed) => removed !== null);
    expect(granted).toHaveLength(3);
  });
});
