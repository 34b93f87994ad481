import { keccak256, toBytes } from "viem";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createIdempotencyStore,
  type IdempotencyStore,
} from "@/lib/features/idempotency/store/create-idempotency-store";
import { findQueuePosition } from "@/lib/features/launch/find-queue-position";
import { createLaunchOrigins } from "@/lib/features/moderation/store/create-launch-origins";
import { createOutbox, type Outbox } from "@/lib/features/outbox/store/create-outbox";
import { correctAddress } from "@/lib/features/transactions/kinds/launch";
import {
  createSignedTransactionStore,
  type SignedTransactionStore,
} from "@/lib/features/transactions/store/create-signed-transaction-store";
import {
  createTransactionStore,
  type TransactionStore,
} from "@/lib/features/transactions/store/create-transaction-store";
import { isOfKind, type NewTransaction } from "@/lib/features/transactions/transaction";
import type { ChainSlug } from "@/lib/shared/chains";
import { createLatch } from "../../setup/create-latch";
import { startTestDatabase } from "../../setup/database/postgres";
import { LIVE, realmsOf } from "../../setup/stack/realms";

const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const START = new Date("2026-01-01T00:00:00Z");
let now = START;
let store: TransactionStore;
let outbox: Outbox;
let signedTransactions: SignedTransactionStore;
let idempotency: IdempotencyStore;
let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase();
  store = createTransactionStore(database.db, () => now, LIVE);
  signedTransactions = createSignedTransactionStore(database.db, () => now, LIVE.realmOf);
  idempotency = createIdempotencyStore(database.db, () => now, LIVE.realmOf);
  outbox = createOutbox(database.db, database.url, () => now);
});
afterAll(() => database.stop());

function newLaunch(id: string, chain: ChainSlug = "base"): NewTransaction<"launch"> {
  return {
    id,
    kind: "launch",
    chain,
    payload: {
      token: { name: id, symbol: "T", description: "", imageIpfs: "Qm" },
      tokenUri: "ipfs://Qm",
      creator: WALLET,
      creatorIdentity: { type: "email", id: "ada@example.com" },
      treasury: { kind: "none" },
      feeShareBps: 8000,
      marketCapUsdc: 4_000_000_000n,
      launchId: keccak256(toBytes(id)),
      expectedAddress: WALLET,
    },
  };
}
const accept = (transaction: NewTransaction) => store.insert(transaction, { isRunHere: false });
function newPayout(id: string, exclusiveKey = `payout:${id}`): NewTransaction<"payout"> {
  const payload = {
    account: WALLET,
    kind: "token",
    source: WALLET,
    tokens: [],
    amountWei: 2n ** 90n,
  } as const;
  return { id, kind: "payout", chain: "robinhood", payload, owner: WALLET, exclusiveKey };
}

const from = (nonce: number) => async () => nonce;
const signed = (jobId: string) => async (nonce: number) => ({
  hash: keccak256(toBytes(`${jobId}:${nonce}`)),
  rawTransaction: "0x02" as const,
  maxFeePerGas: 1n,
});

describe("transactions that are read together", () => {
  it("share one statement and keep their order", async () => {
    await accept(newLaunch("together-1"));
    await accept(newLaunch("together-2"));
    const query = vi.spyOn(database.db.$client, "query");
    const found = await Promise.all(
      ["together-2", "unknown", "together-1", "together-2"].map((id) => store.find(id)),
    );
    expect(found.map((one) => one?.id)).toEqual([
      "together-2",
      undefined,
      "together-1",
      "together-2",
    ]);
    expect(query).toHaveBeenCalledOnce();
    query.mockRestore();
  });
});

describe("transactions", () => {
  it("store their input with amounts exact to the wei", async () => {
    await accept(newLaunch("kept"));
    expect(await store.find("kept")).toMatchObject({
      ...newLaunch("kept"),
      state: "waiting",
      result: null,
      transactionHash: null,
      mayHaveSucceeded: false,
    });
    expect(await store.find("nobody")).toBeNull();
    await accept(newPayout("exact"));
    await store.transition("exact", "active");
    await store.transition("exact", "completed", { changes: { result: { paidWei: 2n ** 91n } } });
    expect(await store.listOf([WALLET], ["payout"], 9)).toMatchObject([
      { payload: { amountWei: 2n ** 90n }, result: { paidWei: 2n ** 91n } },
    ]);
    expect(await store.listOf([WALLET], ["withdrawal"], 9)).toEqual([]);
  });

  it("store a string that looks like an amount as a string", async () => {
    const odd = newLaunch("odd");
    odd.payload.token.name = '{"$bigint":"1"}';
    await accept(odd);
    expect(await store.find("odd")).toMatchObject({ payload: odd.payload });
  });

  it("change state only along the documented transitions", async () => {
    await accept(newLaunch("moving"));
    expect(await store.transition("moving", "completed")).toBe(false);
    expect(await store.transition("moving", "active")).toBe(true);
    expect(await store.transition("moving", "active")).toBe(false);
    const uncertain = { error: "x", mayHaveSucceeded: true };
    expect(await store.transition("moving", "failed", { changes: uncertain })).toBe(true);
    expect((await store.listUncertain(["base"])).map(({ id }) => id)).toEqual(["moving"]);
    expect(await store.listUncertain(["robinhood"])).toEqual([]);
    expect(await store.transition("moving", "active")).toBe(false);
    expect(await store.transition("moving", "failed", { changes: uncertain })).toBe(false);
    const certain = { error: null, mayHaveSucceeded: false };
    expect(await store.transition("moving", "completed", { changes: certain })).toBe(true);
    expect(await store.transition("moving", "failed")).toBe(false);
    await accept(newLaunch("refused"));
    await store.transition("refused", "active");
    await store.transition("refused", "failed", { changes: { error: "x" } });
    expect(await store.transition("refused", "completed", { changes: certain })).toBe(false);
    expect(await store.transition("refused", "failed", { changes: certain })).toBe(false);
    await accept(newLaunch("undecided"));
    await store.transition("undecided", "failed", { changes: uncertain });
    const reverted = { error: "reverted", mayHaveSucceeded: false };
    expect(await store.transition("undecided", "failed", { changes: reverted })).toBe(true);
    expect(await store.find("undecided")).toMatchObject({ state: "failed", ...reverted });
    expect(await store.listUncertain(["base"])).toEqual([]);
  });

  it("are accepted once for an exclusive key while one is open", async () => {
    const ids = ["x1", "x2", "x3", "x4"];
    const stored = await Promise.all(ids.map((id) => accept(newPayout(id, "same source"))));
    const first = stored.find((one) => one !== null);
    expect(stored.filter((one) => one !== null)).toHaveLength(1);
    expect(await store.findOpen("same source")).toMatchObject({ id: first?.id });
    await store.failUnsigned(first?.id ?? "", "refused");
    expect(await store.findOpen("same source")).toBeNull();
    expect(await accept(newPayout("x5", "same source"))).not.toBeNull();
  });

  it("end or are removed unsigned only while nothing is signed for them", async () => {
    for (const id of ["u1", "u2", "u3"]) await accept(newPayout(id));
    const on = { chainId: 9, wallet: WALLET } as const;
    await signedTransactions.reserve(on, "u1", from(0), signed("u1"));
    expect(await store.failUnsigned("u1", "no")).toBe(false);
    expect(await store.discardUnsigned("u1")).toBe(false);
    expect(await store.failUnsigned("u2", "no")).toBe(true);
    expect(await store.discardUnsigned("u3")).toBe(true);
    for (const id of ["u2", "u3"]) {
      const late = signedTransactions.reserve(on, id, from(0), signed(id));
      await expect(late).rejects.toThrow("has ended");
    }
  });

  it("count only launches of their own chain in the queue", async () => {
    for (const id of ["r1", "r2", "r3"]) await accept(newLaunch(id, "robinhood"));
    await store.transition("r1", "active");
    expect(await store.queueState("robinhood")).toMatchObject({
      position: 3,
      waitingJobs: 2,
      activeJobs: 1,
    });
    expect(await store.queue("robinhood")).toMatchObject({ ids: ["r1", "r2", "r3"] });
    now = new Date(now.getTime() + 3_000);
    await store.transition("r1", "completed");
    expect(await store.queue("robinhood")).toEqual({ ids: ["r2", "r3"], recentSeconds: [3] });
  });
});

describe("the queue of a chain", () => {
  it("is read once for all who poll their position", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `many-${index}`);
    const { position: first } = await store.queueState("base-sepolia");
    const ctx = { transactions: store };
    for (const id of ids) await accept(newLaunch(id, "base-sepolia"));
    const queries = vi.spyOn(database.db, "select");
    const places = await Promise.all(
      ids.map((id) => findQueuePosition({ ctx, launch: { id, chain: "base-sepolia" } })),
    );
    expect(places.map(({ position }) => position)).toEqual(ids.map((_, index) => first + index));
    expect(queries).toHaveBeenCalledTimes(1);
    queries.mockRestore();
  });
});

describe("stale transactions", () => {
  const requeueUnsent = (chains: ChainSlug[]) =>
    store.requeueStale({ before: new Date(now.getTime() - 45_000), chains });
  /** While the job engine gets every event. */
  const requeue = async (chains: ChainSlug[] = ["base-sepolia"]) => {
    while ((await outbox.relay(async () => undefined)) > 0);
    return requeueUnsent(chains);
  };
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };

  it("are requeued, unless their queue advances", async () => {
    for (const id of ["s1", "s2", "s3"]) await accept(newLaunch(id, "base-sepolia"));
    await store.transition("s1", "active");
    expect(await requeue()).not.toContain("s1");
    pass(60);
    await store.loadAndRenewLease("s1");
    const moving = await requeue();
    for (const id of ["s1", "s2", "s3"]) expect(moving).not.toContain(id);

    // A later one ended long ago, so the second was skipped.
    await store.transition("s3", "active");
    await store.transition("s3", "completed");
    pass(60);
    await store.loadAndRenewLease("s1");
    expect(await requeue()).toContain("s2");
    expect(await requeue()).not.toContain("s2");

    pass(180);
    expect(await requeue(["base"])).not.toContain("s1");
    expect(await requeue()).toEqual(expect.arrayContaining(["s1", "s2"]));
    expect(await requeue()).not.toContain("s1");
  });

  it("are not requeued while an earlier event waits for the job engine", async () => {
    await accept(newPayout("unsent"));
    for (let n = 0; n < 3; n += 1) {
      pass(60);
      expect(await requeueUnsent(["robinhood"])).not.toContain("unsent");
    }
    expect(await requeue(["robinhood"])).toContain("unsent");
    pass(360);
    expect(await requeueUnsent(["robinhood"])).not.toContain("unsent");
  });

  it("are requeued less and less often until a step runs", async () => {
    await accept(newPayout("unheard"));
    const requeuedIn = async (seconds: number) => {
      let times = 0;
      for (let passed = 0; passed < seconds; passed += 5) {
        pass(5);
        if ((await requeue(["robinhood"])).includes("unheard")) times += 1;
      }
      return times;
    };
    expect(await requeuedIn(300)).toBeGreaterThan(2);
    expect(await requeuedIn(3_300)).toBeLessThan(14);
    expect(await requeuedIn(3_600)).toBeGreaterThan(10);
    await store.loadAndRenewLease("unheard");
    expect(await requeuedIn(60)).toBe(1);
  });

  it("keep their lease, which a step renews when it is some seconds old", async () => {
    for (const id of ["renewed", "recent"]) {
      await accept(newPayout(id));
      await store.transition(id, "active");
    }
    pass(3);
    await store.loadAndRenewLease("recent");
    pass(3);
    await store.loadAndRenewLease("renewed");
    pass(42);
    const requeued = await requeue(["robinhood"]);
    expect(requeued).toContain("recent");
    expect(requeued).not.toContain("renewed");
  });

  it("are ignored in another realm", async () => {
    const sandbox = createTransactionStore(database.db, () => now, realmsOf("sandbox"));
    await sandbox.insert(newPayout("sandboxed"), { isRunHere: false });
    await accept(newPayout("real"));
    pass(60);
    const requeued = await requeue(["robinhood"]);
    expect(requeued).toContain("real");
    expect(requeued).not.toContain("sandboxed");
  });
});

describe("idempotency", () => {
  const claim = (key: string, jobId: string) => ({
    operation: "launchMemecoin",
    chain: "base" as const,
    key,
    fingerprint: "f",
    answer: { jobId },
  });

  it("allows one of many simultaneous requests with a key", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        store.insert(newLaunch(`same-${i}`), {
          isRunHere: false,
          claim: claim("k", `same-${i}`),
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
    const winner = outcomes.findIndex((outcome) => outcome !== null);
    expect(await idempotency.find(claim("k", ""))).toMatchObject({
      fingerprint: "f",
      answer: { jobId: `same-${winner}` },
    });
    const stored = await Promise.all(outcomes.map((_, i) => store.find(`same-${i}`)));
    expect(stored.filter((job) => job !== null)).toHaveLength(1);
  });

  it("scopes a key to operation and chain, and expires it", async () => {
    const options = { isRunHere: false, claim: claim("k2", "scoped") };
    expect(await store.insert(newLaunch("scoped", "base"), options)).not.toBeNull();
    expect(await idempotency.find({ ...claim("k2", ""), chain: "robinhood" })).toBeNull();
    await idempotency.removeBefore(new Date(now.getTime() + 1));
    expect(await idempotency.find(claim("k2", ""))).toBeNull();
  });
});

describe("signed transactions", () => {
  const on = (chainId: number) => ({ chainId, wallet: WALLET }) as const;

  it("reserves consecutive nonces for simultaneous transactions, one each", async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `n${i}`);
    for (const id of ids) await accept(newPayout(id));
    // Each twice at once, as when the job engine repeats a step.
    const asked = [...ids, ...ids];
    const reserved = await Promise.all(
      asked.map((id) => signedTransactions.reserve(on(1), id, from(7), signed(id))),
    );
    const byOperation = new Map(asked.map((id, i) => [id, reserved[i]?.nonce]));
    expect([...byOperation.values()].sort((a = 0, b = 0) => a - b)).toEqual(
      ids.map((_, i) => 7 + i),
    );
    for (const [i, id] of asked.entries()) expect(reserved[i]?.nonce).toBe(byOperation.get(id));
    expect(await signedTransactions.listMissing(on(1), 7, 99)).toEqual([]);
  });

  it("leaves no nonce gap when signing fails", async () => {
    for (const id of ["broken", "after"]) await accept(newPayout(id));
    const failing = signedTransactions.reserve(on(2), "broken", from(0), () =>
      Promise.reject(new Error("no")),
    );
    await expect(failing).rejects.toThrow("no");
    expect(
      await signedTransactions.reserve(on(2), "after", from(0), signed("after")),
    ).toMatchObject({
      nonce: 0,
    });
  });

  it("skips nonces that were used elsewhere and never goes back", async () => {
    for (const id of ["first", "ahead"]) await accept(newPayout(id));
    const reserve = (id: string) => signedTransactions.reserve(on(3), id, from(40), signed(id));
    expect(await reserve("first")).toMatchObject({ nonce: 40 });
    expect(await signedTransactions.advance(on(3), 45)).toBe(true);
    expect(await signedTransactions.advance(on(3), 42)).toBe(false);
    expect(await reserve("ahead")).toMatchObject({ nonce: 45 });
    expect(await signedTransactions.listMissing(on(3), 40, 3)).toEqual([41, 42, 43]);
    expect(await signedTransactions.listMissing(on(3), 45, 9)).toEqual([]);
  });

  it("never treats a nonce that is being reserved as missing", async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `busy${i}`);
    for (const id of ids) await accept(newPayout(id));
    let isReserving = true;
    const looking = (async () => {
      while (isReserving) expect(await signedTransactions.listMissing(on(6), 0, 9)).toEqual([]);
    })();
    await Promise.all(ids.map((id) => signedTransactions.reserve(on(6), id, from(0), signed(id))));
    isReserving = false;
    await looking;
  });

  it("reserves a new nonce for a transaction whose old nonce was used elsewhere", async () => {
    await accept(newPayout("dead"));
    const dead = await signedTransactions.reserve(on(7), "dead", from(3), signed("dead"));
    const again = (below: number) =>
      signedTransactions.reserve(on(7), "dead", from(3), signed("dead"), below);
    expect(await again(dead.nonce)).toMatchObject({ nonce: 3 });
    expect(await again(dead.nonce + 1)).toMatchObject({ nonce: 4 });
    expect(await again(dead.nonce + 1)).toMatchObject({ nonce: 4 });
  });

  it("stores a fee-bumped transaction beside the first, and resolves both with their nonce", async () => {
    for (const id of ["raised", "next"]) await accept(newPayout(id));
    const first = await signedTransactions.reserve(on(4), "raised", from(0), signed("raised"));
    await signedTransactions.reserve(on(4), "next", from(0), signed("next"));
    now = new Date(now.getTime() + 1_000);
    const raised = { ...(await signed("raised again")(0)), maxFeePerGas: 2n };
    await signedTransactions.add(on(4), "raised", first.nonce, raised);
    const hashes = (await signedTransactions.listOf("raised")).map(({ hash }) => hash);
    expect(hashes).toEqual([raised.hash, first.hash]);
    const waiting = await signedTransactions.listUnsettled(on(4));
    expect(waiting.map(({ nonce, hash }) => [nonce, hash])).toMatchObject([
      [0, raised.hash],
      [0, first.hash],
      [1, expect.any(String)],
    ]);
    await signedTransactions.settle(on(4), 0);
    expect(await signedTransactions.listUnsettled(on(4))).toMatchObject([{ nonce: 1 }]);
  });

  it("allows one process at a time to rebroadcast for a wallet", async () => {
    let entered = 0;
    const released = createLatch();
    const first = signedTransactions.exclusively(on(5), async () => {
      entered += 1;
      const second = await signedTransactions.exclusively(on(5), async () => {
        entered += 1;
      });
      expect(second).toBe(false);
      released.open();
    });
    await released.opened;
    expect(await first).toBe(true);
    expect(entered).toBe(1);
  });
});

describe("outbox and schedule", () => {
  it("delivers each event once, also with several relays, and keeps failed ones", async () => {
    const seen: string[] = [];
    const drain = async () => {
      const send = async (events: { id: string }[]) => {
        seen.push(...events.map(({ id }) => id));
      };
      while ((await outbox.relay(send)) > 0);
    };
    await expect(outbox.relay(() => Promise.reject(new Error("engine down")))).rejects.toThrow();
    await Promise.all([drain(), drain(), drain()]);
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen).size).toBe(seen.length);
    expect(await outbox.relay(() => Promise.reject(new Error("nothing is left")))).toBe(0);
  });

  it("requeues open transactions without progress, once", async () => {
    await accept(newLaunch("stranded"));
    while ((await outbox.relay(async () => undefined)) > 0);
    now = new Date(now.getTime() + 60_000);
    const before = new Date(now.getTime() - 45_000);
    expect(await store.requeueStale({ before, chains: ["base"] })).toContain("stranded");
    expect(await store.requeueStale({ before, chains: ["base"] })).toEqual([]);
    const events: unknown[] = [];
    await outbox.relay(async (batch) => void events.push(...batch.map(({ data }) => data)));
    expect(events).toContainEqual({ id: "stranded", queue: "launch:base", startAfterSeconds: 0 });
  });
});

describe("a transaction that a sandbox accepted", () => {
  const LATER_MS = 60_000;

  it("is neither advanced nor requeued on a real chain, and ends as failed with the reason", async () => {
    const sandbox = createTransactionStore(database.db, () => now, realmsOf("sandbox"));
    await sandbox.insert(newLaunch("of-the-sandbox"), { isRunHere: false });
    expect(await store.loadAndRenewLease("of-the-sandbox")).toBeNull();
    now = new Date(now.getTime() + LATER_MS);
    const before = new Date(now.getTime() - 1);
    const requeued = await store.requeueStale({ before, chains: ["base"] });
    expect(requeued).not.toContain("of-the-sandbox");

    expect(await store.failOtherRealms()).toBeGreaterThanOrEqual(1);
    expect(await store.find("of-the-sandbox")).toMatchObject({
      state: "failed",
      error: "It was accepted by a sandbox. Nothing was sent on the real chain.",
    });
    expect(await store.failOtherRealms()).toBe(0);
  });

  it("continues in the sandbox", async () => {
    const sandbox = createTransactionStore(database.db, () => now, realmsOf("sandbox"));
    await sandbox.insert(newLaunch("goes-on"), { isRunHere: false });
    await sandbox.failOtherRealms();
    expect(await sandbox.loadAndRenewLease("goes-on")).toMatchObject({ state: "waiting" });
  });
});

describe("the address of a launch that other contracts create elsewhere", () => {
  const [first, second] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`] as const;
  const chainId = 8453;

  async function launched(id: string) {
    const origins = createLaunchOrigins(database.db, () => now);
    const payload = { ...newLaunch(id).payload, expectedAddress: first };
    await accept({ ...newLaunch(id), payload });
    await origins.record({ chainId, token: first, jobId: id, creator: null, address: null });
    const ctx = { launchOrigins: origins, transactions: store };
    const expected = async () => {
      const stored = await store.find(id);
      return stored !== null && isOfKind(stored, "launch") ? stored.payload.expectedAddress : null;
    };
    const correct = () => correctAddress(ctx, { id, chain: "base", payload }, second);
    return { origins, expected, correct };
  }

  it("moves with the origin before the launch ends", async () => {
    const { origins, expected, correct } = await launched("address-open");
    expect(await correct()).toBe(true);
    expect(await expected()).toBe(second);
    expect(await origins.find({ chainId, address: second })).toMatchObject({
      jobId: "address-open",
    });
    expect(await origins.find({ chainId, address: first })).toBeNull();
  });

  it("stays with the origin of a launch that has completed in between", async () => {
    const { origins, expected, correct } = await launched("address-completed");
    const changes = { result: { tokenAddress: first, managerAddress: null } };
    await store.transition("address-completed", "active");
    expect(await store.transition("address-completed", "completed", { changes })).toBe(true);
    expect(await correct()).toBe(false);
    expect(await expected()).toBe(first);
    expect(await origins.find({ chainId, address: first })).toMatchObject({
      jobId: "address-completed",
    });
  });
});
