import { keccak256, toBytes } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createIdempotencyStore,
  type IdempotencyStore,
} from "@/lib/db/idempotency/create-idempotency-store";
import { createLaunchStore } from "@/lib/db/launches/create-launch-store";
import type { LaunchStore, NewLaunchJob } from "@/lib/db/launches/launch-store";
import { createOutbox, type Outbox } from "@/lib/db/outbox/create-outbox";
import { createTransactionStore } from "@/lib/db/transactions/create-transaction-store";
import type { TransactionStore } from "@/lib/db/transactions/transaction-store";
import { startTestDatabase } from "../setup/postgres";

const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const START = new Date("2026-01-01T00:00:00Z");
let now = START;
let store: LaunchStore;
let outbox: Outbox;
let transactions: TransactionStore;
let idempotency: IdempotencyStore;
let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase();
  store = createLaunchStore(database.db, () => now);
  transactions = createTransactionStore(database.db, () => now);
  idempotency = createIdempotencyStore(database.db, () => now);
  outbox = createOutbox(database.db, database.url, () => now);
});
afterAll(() => database.stop());

function newJob(id: string, chain: NewLaunchJob["chain"] = "base"): NewLaunchJob {
  return {
    id,
    chain,
    token: { name: id, symbol: "T", description: "", imageIpfs: "Qm" },
    tokenUri: "ipfs://Qm",
    creator: WALLET,
    creatorIdentity: { type: "email", id: "ada@example.com" },
    treasury: { kind: "none" },
    feeShareBps: 8000,
    marketCapUsdc: 4_000_000_000n,
    launchId: keccak256(toBytes(id)),
    expectedAddress: WALLET,
  };
}

const from = (nonce: number) => async () => nonce;
const signed = (jobId: string) => async (nonce: number) => ({
  hash: keccak256(toBytes(`${jobId}:${nonce}`)),
  rawTransaction: "0x02" as const,
  maxFeePerGas: 1n,
});

describe("jobs", () => {
  it("keeps what it was given", async () => {
    await store.insert(newJob("kept"), null);
    expect(await store.find("kept")).toMatchObject({
      ...newJob("kept"),
      state: "waiting",
      tokenAddress: null,
      transactionHash: null,
      mayHaveSucceeded: false,
    });
    expect(await store.find("nobody")).toBeNull();
  });

  it("moves only along the documented transitions", async () => {
    await store.insert(newJob("moving"), null);
    expect(await store.transition("moving", "completed")).toBe(false);
    expect(await store.transition("moving", "active")).toBe(true);
    expect(await store.transition("moving", "active")).toBe(false);
    expect(await store.transition("moving", "failed", { error: "x" })).toBe(true);
    expect(await store.transition("moving", "active")).toBe(false);
    expect(await store.transition("moving", "completed", { error: null })).toBe(true);
    expect(await store.transition("moving", "failed")).toBe(false);
  });

  it("counts the queue of its own chain", async () => {
    await store.insert(newJob("r1", "robinhood"), null);
    await store.insert(newJob("r2", "robinhood"), null);
    await store.insert(newJob("r3", "robinhood"), null);
    await store.transition("r1", "active");
    expect(await store.queueState("robinhood", "r3")).toMatchObject({
      position: 2,
      waitingJobs: 2,
      activeJobs: 1,
    });
    expect(await store.queueState("robinhood", null)).toMatchObject({ position: 3 });
    now = new Date(now.getTime() + 3_000);
    await store.transition("r1", "completed");
    expect(await store.queueState("robinhood", "r2")).toMatchObject({
      position: 0,
      recentSeconds: [3],
    });
  });
});

describe("stranded jobs", () => {
  const adopt = () => store.adoptStranded(new Date(now.getTime() - 45_000));
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };

  it("are adopted; those in a queue that moves are not", async () => {
    for (const id of ["s1", "s2", "s3"]) await store.insert(newJob(id, "base-sepolia"), null);
    await store.transition("s1", "active");
    expect(await adopt()).not.toContain("s1");
    pass(60);
    await store.touch("s1");
    const moving = await adopt();
    for (const id of ["s1", "s2", "s3"]) expect(moving).not.toContain(id);

    // One behind it has ended long ago, so the second was passed over.
    await store.transition("s3", "active");
    await store.transition("s3", "completed");
    pass(60);
    await store.touch("s1");
    expect(await adopt()).toContain("s2");
    expect(await adopt()).not.toContain("s2");

    pass(60);
    expect(await adopt()).toEqual(expect.arrayContaining(["s1", "s2"]));
    expect(await adopt()).not.toContain("s1");
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

  it("lets one of many simultaneous requests with a key through", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        store.insert(newJob(`same-${i}`), claim("k", `same-${i}`)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "inserted")).toHaveLength(1);
    const winner = outcomes.indexOf("inserted");
    expect(await idempotency.find(claim("k", ""))).toMatchObject({
      fingerprint: "f",
      answer: { jobId: `same-${winner}` },
    });
    const stored = await Promise.all(outcomes.map((_, i) => store.find(`same-${i}`)));
    expect(stored.filter((job) => job !== null)).toHaveLength(1);
  });

  it("scopes a key to the operation and chain, and forgets it", async () => {
    expect(await store.insert(newJob("scoped", "base"), claim("k2", "scoped"))).toBe("inserted");
    expect(await idempotency.find({ ...claim("k2", ""), chain: "robinhood" })).toBeNull();
    await idempotency.forgetBefore(new Date(now.getTime() + 1));
    expect(await idempotency.find(claim("k2", ""))).toBeNull();
  });
});

describe("transactions", () => {
  const on = (chainId: number) => ({ chainId, wallet: WALLET }) as const;

  it("gives simultaneous operations consecutive nonces and each only one", async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `n${i}`);
    // Each twice at once, as when an engine runs a step again.
    const asked = [...ids, ...ids];
    const reserved = await Promise.all(
      asked.map((id) => transactions.reserve(on(1), id, from(7), signed(id))),
    );
    const byOperation = new Map(asked.map((id, i) => [id, reserved[i]?.nonce]));
    expect([...byOperation.values()].sort((a = 0, b = 0) => a - b)).toEqual(
      ids.map((_, i) => 7 + i),
    );
    for (const [i, id] of asked.entries()) expect(reserved[i]?.nonce).toBe(byOperation.get(id));
    expect(await transactions.listMissing(on(1), 7, 99)).toEqual([]);
  });

  it("leaves no gap when signing fails", async () => {
    const failing = transactions.reserve(on(2), "broken", from(0), () =>
      Promise.reject(new Error("no")),
    );
    await expect(failing).rejects.toThrow("no");
    expect(await transactions.reserve(on(2), "after", from(0), signed("after"))).toMatchObject({
      nonce: 0,
    });
  });

  it("goes past nonces that were used elsewhere, never back", async () => {
    const reserve = (id: string) => transactions.reserve(on(3), id, from(40), signed(id));
    expect(await reserve("first")).toMatchObject({ nonce: 40 });
    expect(await transactions.advance(on(3), 45)).toBe(true);
    expect(await transactions.advance(on(3), 42)).toBe(false);
    expect(await reserve("ahead")).toMatchObject({ nonce: 45 });
    expect(await transactions.listMissing(on(3), 40, 3)).toEqual([41, 42, 43]);
    expect(await transactions.listMissing(on(3), 45, 9)).toEqual([]);
  });

  it("never takes a nonce that is being reserved for one that is missing", async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `busy${i}`);
    let isReserving = true;
    const looking = (async () => {
      while (isReserving) expect(await transactions.listMissing(on(6), 0, 9)).toEqual([]);
    })();
    await Promise.all(ids.map((id) => transactions.reserve(on(6), id, from(0), signed(id))));
    isReserving = false;
    await looking;
  });

  it("gives an operation a new nonce when its old one is dead", async () => {
    const dead = await transactions.reserve(on(7), "dead", from(3), signed("dead"));
    const again = (below: number) =>
      transactions.reserve(on(7), "dead", from(3), signed("dead"), below);
    expect(await again(dead.nonce)).toMatchObject({ nonce: 3 });
    expect(await again(dead.nonce + 1)).toMatchObject({ nonce: 4 });
    expect(await again(dead.nonce + 1)).toMatchObject({ nonce: 4 });
  });

  it("keeps a raised transaction beside the first, and settles both with their nonce", async () => {
    const first = await transactions.reserve(on(4), "raised", from(0), signed("raised"));
    await transactions.reserve(on(4), "next", from(0), signed("next"));
    now = new Date(now.getTime() + 1_000);
    const raised = { ...(await signed("raised again")(0)), maxFeePerGas: 2n };
    await transactions.add(on(4), "raised", first.nonce, raised);
    const hashes = (await transactions.listOf("raised")).map(({ hash }) => hash);
    expect(hashes).toEqual([raised.hash, first.hash]);
    const waiting = await transactions.listUnsettled(on(4));
    expect(waiting.map(({ nonce, hash }) => [nonce, hash])).toMatchObject([
      [0, raised.hash],
      [0, first.hash],
      [1, expect.any(String)],
    ]);
    await transactions.settle(on(4), 0);
    expect(await transactions.listUnsettled(on(4))).toMatchObject([{ nonce: 1 }]);
  });

  it("lets one process at a time tend a wallet", async () => {
    let entered = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = transactions.exclusively(on(5), async () => {
      entered += 1;
      const second = await transactions.exclusively(on(5), async () => {
        entered += 1;
      });
      expect(second).toBe(false);
      release();
    });
    await held;
    expect(await first).toBe(true);
    expect(entered).toBe(1);
  });
});

describe("outbox and sweeper", () => {
  it("hands over each event once, also to several relays at once, and keeps those that failed", async () => {
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

  it("adopts unfinished jobs that nobody touched, once", async () => {
    await store.insert(newJob("stranded"), null);
    await outbox.relay(async () => undefined);
    now = new Date(now.getTime() + 60_000);
    const before = new Date(now.getTime() - 45_000);
    expect(await store.adoptStranded(before)).toContain("stranded");
    expect(await store.adoptStranded(before)).toEqual([]);
    const events: unknown[] = [];
    await outbox.relay(async (batch) => void events.push(...batch.map(({ data }) => data)));
    expect(events).toContainEqual({ jobId: "stranded", chain: "base" });
  });
});
