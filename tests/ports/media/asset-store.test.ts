import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { createAssetStore } from "@/lib/features/media/store/create-asset-store";
import { assets, videos } from "@/lib/features/media/store/tables";
import { startTestDatabase } from "../../setup/database/postgres";

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
  await database.db.delete(videos);
  clock = 0;
});
afterAll(() => database.stop());

describe("the bytes that uploads occupy", () => {
  const store = () => createAssetStore(database.db, 10_000_000, now);
  const used = async () => (await store().usage()).usedBytes;
  const summed = async () => {
    const sum = sql<string>`coalesce(sum(size_bytes), 0)`;
    return Number((await database.db.select({ sum }).from(assets))[0]?.sum);
  };

  it("are right after every change of an upload, and after a recount", async () => {
    const steps: [number, () => Promise<unknown>][] = [
      [40, () => store().reserve(video("a", 40, false), [])],
      [25, () => store().settle({ ...keyOf("a"), sizeBytes: 25 })],
      [30, () => store().reserve(video("a", 30), [])],
      [37, () => store().settle({ ...keyOf("unreserved"), sizeBytes: 7 })],
      [37, () => store().markUsed(keyOf("unreserved"))],
      [37, () => store().recountUsage()],
      [7, () => store().removeUnused(new Date(1))],
      [0, () => store().release(keyOf("unreserved"))],
      [0, () => store().release(keyOf("unreserved"))],
    ];
    for (const [expected, step] of steps) {
      await step();
      expect({ used: await used(), summed: await summed() }).toEqual({
        used: expected,
        summed: expected,
      });
    }
  });

  it("are right after recounts during uploads", async () => {
    const upload = async (name: string) => {
      await store().reserve(video(name, 40, false), []);
      await store().settle({ ...keyOf(name), sizeBytes: 10 });
      if (name.endsWith("0")) await store().release(keyOf(name));
    };
    const names = Array.from({ length: 10 }, (_, index) => `v${index}`);
    await Promise.all(names.flatMap((name) => [upload(name), store().recountUsage()]));
    expect(await used()).toBe(90);
    await store().recountUsage();
    expect(await used()).toBe(90);
  });

  it("do not count an upload whose transaction fails", async () => {
    const failed = database.db.transaction(async (tx) => {
      await tx.insert(assets).values({ ...video("lost", 40), createdAt: now() });
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await used()).toBe(0);
  });

  it("are known, and space is reserved, without reading all uploads", async () => {
    const { db } = database;
    await db.execute(sql`insert into media.assets (kind, key, size_bytes, is_settled, created_at, used_at)
      select 'content', 'c' || n, 1, true, ${now()}, ${now()} from generate_series(1, 20000) as n`);
    await db.execute(sql`analyze media.assets`);
    await store().recountUsage();
    const own = createDatabase({ url: database.url, connectionsMax: 1, onError: () => undefined });
    const readRows = async () => {
      await own.execute(sql`select pg_stat_force_next_flush()`);
      const { rows } = await own.execute<{ rows: number }>(
        sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables
          where schemaname = 'media' and relname = 'assets'`,
      );
      return rows[0]?.rows ?? Number.NaN;
    };
    try {
      const before = await readRows();
      const measured = createAssetStore(own, 20_050, now);
      expect(await measured.hasRoom(50)).toBe(true);
      expect(await measured.hasRoom(51)).toBe(false);
      expect(await measured.usage()).toEqual({ usedBytes: 20_000, budgetBytes: 20_050 });
      expect(await measured.reserve(video("fits", 40), [])).toEqual([]);
      expect(await measured.reserve(video("large", 60), [])).toBe("full");
      expect((await readRows()) - before).toBeLessThan(100);
    } finally {
      await own.$client.end();
    }
  });
});

describe("the disk budget", () => {
  const store = () => createAssetStore(database.db, 100, now);
  const enter = async (...all: ReturnType<typeof video>[]) => {
    for (const asset of all) {
      clock += 1000;
      expect(await store().reserve(asset, [])).toEqual([]);
    }
  };

  it("removes the oldest unreferenced assets, and no more than needed", async () => {
    await enter(video("a", 40), video("b", 40));
    clock += 1000;
    expect(await store().reserve(video("c", 50), [])).toEqual([keyOf("a")]);
    expect(await store().reserve(video("d", 100), [])).toEqual([keyOf("b"), keyOf("c")]);
  });

  it("keeps assets of launches and assets in processing", async () => {
    await enter(video("used", 40), video("busy", 40, false), video("idle", 20));
    expect(await store().markUsed(keyOf("used"))).toBe(true);
    expect(await store().hasRoom(20)).toBe(true);
    expect(await store().hasRoom(21)).toBe(false);
    expect(await store().reserve(video("new", 21), [])).toBe("full");
    expect(await store().reserve(video("new", 20), [])).toEqual([keyOf("idle")]);
  });

  it("moves removed videos to `error`, so that a sweep finds their files after a crash", async () => {
    const details = { provider: "embedded", userId: "u", durationSecondsMax: 300, sizeBytesMax: 1 };
    const times = { createdAt: now(), expiresAt: now(), touchedAt: now() };
    const states = { old: "nsfw_approved", busy: "processing", kept: "nsfw_approved" } as const;
    for (const [uid, state] of Object.entries(states)) {
      await database.db.insert(videos).values({ ...details, ...times, uid, state });
      await enter(video(uid, 30));
    }
    await store().markUsed(keyOf("kept"));
    expect(await store().removeUnused(new Date(1_001))).toEqual([keyOf("old")]);
    expect(await store().reserve(video("new", 70), [])).toEqual([keyOf("busy")]);
    expect(await database.db.select().from(videos).orderBy(videos.uid)).toMatchObject([
      { uid: "busy", state: "error", reason: "Removed to make room for newer uploads." },
      { uid: "kept", state: "nsfw_approved", reason: null },
      { uid: "old", state: "error", reason: "Removed: no launch used it within a week." },
    ]);
  });

  it("removes a newer upload while the oldest one is locked", async () => {
    await enter(video("locked", 40), video("free", 40));
    const removed = await database.db.transaction(async (tx) => {
      await tx.select().from(assets).where(eq(assets.key, "locked")).for("update");
      return store().reserve(video("new", 50), []);
    });
    expect(removed).toEqual([keyOf("free")]);
  });

  it("counts the actual size once it is known", async () => {
    await enter(video("a", 90, false));
    await store().settle({ ...keyOf("a"), sizeBytes: 10 });
    expect(await store().reserve(video("b", 90), [])).toEqual([]);
  });

  it("reports when an asset for a launch has been removed", async () => {
    await enter(video("a", 60));
    await store().release(keyOf("a"));
    expect(await store().markUsed(keyOf("a"))).toBe(false);
    await enter(video("b", 100));
  });

  it("counts an asset once when it is uploaded again", async () => {
    await enter(video("a", 80), video("a", 90));
    expect(await store().hasRoom(100)).toBe(true);
  });

  it("never grants more than the budget to simultaneous requests", async () => {
    const asked = Array.from({ length: 12 }, (_, index) =>
      store().reserve(video(`v${index}`, 30, false), []),
    );
    const granted = (await Promise.all(asked)).filter((removed) => removed !== "full");
    expect(granted).toHaveLength(3);
  });
});

describe("quotas of callers and networks", () => {
  const store = () => createAssetStore(database.db, 1_000, now);
  const quota = (key: string, dayBytesMax: number, heldBytesMax: number) => ({
    key,
    dayBytesMax,
    heldBytesMax,
  });
  const DAY_MS = 24 * 60 * 60 * 1000;

  it("reject a caller over its daily quota and a network over its share, and nobody else", async () => {
    const own = quota("own", 100, 150);
    const network = quota("network", 500, 180);
    expect(await store().reserve(video("a", 60), [own, network])).toEqual([]);
    expect(await store().reserve(video("b", 60), [own, network])).toEqual({
      waitSeconds: DAY_MS / 1_000,
    });
    expect(await store().reserve(video("b", 40), [own, network])).toEqual([]);
    clock += DAY_MS + 1;
    expect(await store().reserve(video("c", 60), [own, network])).toEqual({ waitSeconds: null });
    expect(await store().reserve(video("c", 50), [own, network])).toEqual([]);
    const neighbour = quota("neighbour", 100, 150);
    expect(await store().reserve(video("d", 40), [neighbour, network])).toEqual({
      waitSeconds: null,
    });
    expect(await store().reserve(video("d", 40), [neighbour])).toEqual([]);
  });

  it("count a reservation once its size is known, and identical bytes for the first uploader", async () => {
    const own = quota("own", 50, 50);
    const other = quota("other", 50, 50);
    expect(await store().reserve(video("a", 400, false), [own])).toEqual([]);
    expect(await store().reserve(video("b", 20), [own])).toEqual([]);
    await store().settle({ ...keyOf("a"), sizeBytes: 30 });
    expect(await store().reserve(video("c", 1), [own])).toEqual({ waitSeconds: null });
    expect(await store().reserve(video("b", 20), [other])).toEqual([]);
    expect(await store().reserve(video("c", 50), [other])).toEqual([]);
    expect(await store().reserve(video("d", 1), [own])).toEqual({ waitSeconds: null });
  });

  it("name the second from which an upload fits", async () => {
    const own = quota("own", 100, 1_000);
    const network = quota("network", 120, 1_000);
    await store().reserve(video("a", 10), [own, network]);
    clock += 1_000_000;
    await store().reserve(video("b", 60), [own, network]);
    clock += 2_000_500;
    await store().reserve(video("c", 30), [own, network]);
    const reserve = () => store().reserve(video("d", 70), [own, network]);
    const refused = await reserve();
    // Of "a", "b" and "c", the first two must leave.
    expect(refused).toEqual({ waitSeconds: Math.ceil((DAY_MS - 2_000_500) / 1_000) });
    clock += DAY_MS - 2_000_500 - 1_000;
    expect(await reserve()).toEqual({ waitSeconds: 1 });
    clock += 1_000;
    expect(await store().reserve(video("e", 101), [own])).toEqual({ waitSeconds: null });
    expect(await reserve()).toEqual([]);
  });

  it("release unused uploads after a while, and no others", async () => {
    await store().reserve(video("old", 10), []);
    await store().reserve(video("used", 10), []);
    await store().reserve(video("busy", 10, false), []);
    await store().markUsed(keyOf("used"));
    clock += DAY_MS;
    await store().reserve(video("new", 10), []);
    expect(await store().removeUnused(new Date(clock - 1))).toEqual([keyOf("old")]);
  });

  it("do not remove an upload that a launch uses at the same time", async () => {
    const { db } = database;
    for (const take of [
      () => store().removeUnused(now()),
      () => store().reserve(video("large", 995), []),
    ]) {
      await db.delete(assets);
      await store().reserve(video("launched", 10), []);
      clock += DAY_MS;
      const removed = await db.transaction(async (tx) => {
        await tx.update(assets).set({ usedAt: now() }).where(eq(assets.key, "launched"));
        let isDone = false;
        const taking = take().finally(() => {
          isDone = true;
        });
        const waiting = sql`select 1 from pg_locks where not granted`;
        await expect
          .poll(async () => isDone || (await db.execute(waiting)).rows.length > 0)
          .toBe(true);
        return { taking };
      });
      expect([[], "full"]).toContainEqual(await removed.taking);
      expect(await db.select().from(assets)).toMatchObject([{ key: "launched" }]);
    }
  });
});
