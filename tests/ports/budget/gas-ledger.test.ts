import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/drivers/db/create-database";
import { createGasLedger, type GasLedger } from "@/lib/features/budget/store/create-gas-ledger";
import { duringRequest } from "@/lib/support/calls/dependency";
import { startTestDatabase } from "../../setup/database/postgres";
import { startFreezingProxy } from "../../setup/servers/freezing-proxy";
import { LIVE } from "../../setup/stack/realms";

const MINUTE = new Date("2026-01-01T00:00:00Z");
const BUDGET = { hourWei: 1_000n, dayWei: 10_000n };
const RICH = 1_000_000n;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
/** Of two servers. */
let ledgers: [GasLedger, GasLedger];
let chainId = 1_000;
let now = MINUTE;

beforeAll(async () => {
  database = await startTestDatabase();
  const create = () => createGasLedger(database.db, () => now, LIVE.realmOf);
  ledgers = [create(), create()];
});
beforeEach(() => {
  chainId += 1;
  now = MINUTE;
});
afterAll(() => database.stop());

const request = (transactionId: string | null, wei: bigint, balanceWei = RICH) => ({
  chainId,
  transactionId,
  wei,
  balanceWei,
  budgetFor: () => BUDGET,
});
/** @returns null when reserved, otherwise seconds until it would fit */
async function reserve(ledger: GasLedger, ...of: Parameters<typeof request>) {
  return (await ledger.reserve(request(...of))).retryAfterSeconds;
}

describe("the gas ledger", () => {
  it("accepts no more than the budget, however many ask at once on two servers", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => reserve(ledgers[n % 2 ? 1 : 0], `job ${n}`, 50n)),
    );
    expect(answers.filter((wait) => wait === null)).toHaveLength(20);
    expect(await ledgers[0].read(chainId)).toMatchObject({ hourWei: 1_000n, unsettledWei: 1_000n });
  });

  it("returns what is spent with a reservation, and without one that is refused", async () => {
    const hourAfter = async (transactionId: string | null, wei: bigint) =>
      (await ledgers[0].reserve(request(transactionId, wei))).spent.hourWei;
    expect(await hourAfter("first", 600n)).toBe(600n);
    expect(await hourAfter("second", 300n)).toBe(900n);
    expect(await hourAfter("refused", 200n)).toBe(900n);
    expect(await hourAfter(null, 50n)).toBe(900n);
  });

  it("accepts no more than the wallet holds", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reserve(ledgers[0], `job ${n}`, 50n, 120n)),
    );
    expect(answers.filter((wait) => wait === null)).toHaveLength(2);
  });

  it("counts a transaction once that is reserved at once by several requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => reserve(ledgers[n % 2 ? 1 : 0], "one", 400n)),
    );
    expect(answers).toEqual(Array(8).fill(null));
    expect(await ledgers[1].read(chainId)).toMatchObject({ hourWei: 400n, unsettledWei: 400n });
  });

  it("does not reserve again for a transaction that is mined, only for one that was released", async () => {
    const [ledger] = ledgers;
    const reservation = { chainId, transactionId: "repeated" };
    await reserve(ledger, "repeated", 100n);
    await ledger.release(reservation);
    await reserve(ledger, "repeated", 100n);
    expect(await ledger.read(chainId)).toMatchObject({ hourWei: 100n, unsettledWei: 100n });
    await ledger.settle({ ...reservation, wei: 80n, hash: "0x01" });
    expect(await reserve(ledger, "repeated", 100n)).toBeNull();
    expect(await ledger.read(chainId)).toMatchObject({ hourWei: 80n, unsettledWei: 0n });
  });

  it("counts a transaction that was released when it is reserved again, not when it was first", async () => {
    const [ledger] = ledgers;
    const old = Array.from({ length: 3 }, (_, n) => `old ${n}`);
    for (const transactionId of old) {
      await reserve(ledger, transactionId, 600n);
      await ledger.release({ chainId, transactionId });
    }
    now = new Date(MINUTE.getTime() + 25 * 3_600_000);
    const waits = [];
    for (const transactionId of old) waits.push(await reserve(ledger, transactionId, 600n));
    expect(waits).toEqual([null, expect.any(Number), expect.any(Number)]);
    expect(await ledger.read(chainId)).toMatchObject({ hourWei: 600n, unsettledWei: 600n });
    await ledger.removeExpired(chainId);
    expect(await ledger.read(chainId)).toMatchObject({ hourWei: 600n, unsettledWei: 600n });
  });

  it("counts a transaction that was released and is signed after all when it is signed", async () => {
    const [ledger] = ledgers;
    await reserve(ledger, "late", 600n);
    await ledger.release({ chainId, transactionId: "late" });
    now = new Date(MINUTE.getTime() + 65 * 60_000);
    await ledger.raise({ chainId, transactionId: "late", wei: 600n });
    expect(await reserve(ledger, "other", 600n)).toEqual(expect.any(Number));
    expect(await ledger.read(chainId)).toMatchObject({ hourWei: 600n, unsettledWei: 600n });
  });

  it("counts what was paid when changes of one transaction arrive together", async () => {
    await reserve(ledgers[0], "job", 500n);
    const reservation = { chainId, transactionId: "job" };
    const hash = `0x${"11".repeat(32)}` as const;
    await Promise.all([
      ledgers[0].raise({ ...reservation, wei: 600n }),
      ledgers[0].settle({ ...reservation, wei: 300n, hash }),
      ledgers[1].settle({ ...reservation, wei: 300n, hash }),
      ledgers[0].release(reservation),
      ledgers[1].release(reservation),
    ]);
    const { hourWei, unsettledWei } = await ledgers[0].read(chainId);
    expect({ hourWei, unsettledWei }).toEqual({ hourWei: 300n, unsettledWei: 0n });
  });

  it("fails only the change that cannot be decided, not those that are stored with it", async () => {
    const first = reserve(ledgers[0], "first", 10n);
    const broken = ledgers[0].reserve({
      chainId,
      transactionId: "broken",
      wei: 10n,
      balanceWei: RICH,
      budgetFor() {
        throw new Error("no budget");
      },
    });
    const last = reserve(ledgers[0], "last", 10n);
    await expect(broken).rejects.toThrow("no budget");
    expect(await Promise.all([first, last])).toEqual([null, null]);
    expect(await ledgers[0].read(chainId)).toMatchObject({ hourWei: 20n });
  });

  it("works again after the database has failed", async () => {
    const isOut = { is: true };
    const failing: typeof database.db = Object.create(database.db, {
      transaction: {
        value: (...input: Parameters<typeof database.db.transaction>) =>
          isOut.is
            ? Promise.reject(new Error("the database is away"))
            : database.db.transaction(...input),
      },
    });
    const ledger = createGasLedger(failing, () => MINUTE, LIVE.realmOf);
    const during = await Promise.allSettled([reserve(ledger, "a", 10n), reserve(ledger, "b", 10n)]);
    expect(during.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isOut.is = false;
    expect(await reserve(ledger, "a", 10n)).toBeNull();
    expect(await ledger.read(chainId)).toMatchObject({ hourWei: 10n });
  });

  it("reserves nothing while the database is suspended, and no request waits for background work", async () => {
    const proxy = await startFreezingProxy(database.url);
    const db = createDatabase({ url: proxy.url, connectionsMax: 4, onError: () => undefined });
    const ledger = createGasLedger(db, () => MINUTE, LIVE.realmOf);
    await ledger.read(chainId);
    proxy.freeze();
    const background = reserve(ledger, "background", 10n);
    const inRequest = duringRequest(1_500, () => reserve(ledger, "request", 20n));
    const failures = await Promise.allSettled([background, inRequest]);
    expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    proxy.thaw();
    expect(await reserve(ledger, "later", 5n)).toBe(null);
    expect(await ledger.read(chainId)).toMatchObject({ hourWei: 5n, unsettledWei: 5n });
    await db.$client.end();
    await proxy.stop();
  });
});
