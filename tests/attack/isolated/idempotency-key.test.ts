import { eq } from "drizzle-orm";
import { getAddress, HttpRequestError } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import { gasReservations } from "@/lib/features/budget/store/tables";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { revenueManagerRequest } from "@/lib/features/managers/schema";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { launchBody } from "../../setup/api/launch-body";
import { createLatch } from "../../setup/create-latch";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

const CHAIN = "base-sepolia";
const [FIRST, SECOND] = [
  "0x00000000000000000000000000000000000000A1",
  "0x00000000000000000000000000000000000000A2",
] as const;

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

function create(
  recipientAddress: string,
  counted: LimitPolicyName[] = [],
  { ctx = fixture.ctx, key = "used-again" } = {},
) {
  const request = revenueManagerRequest.parse({ protocolFee: 100, recipientAddress });
  const limit = async (policy: LimitPolicyName) => {
    counted.push(policy);
  };
  const input = { chain: CHAIN, request, idempotencyKey: key, caller: null, limit } as const;
  return createRevenueManager({ ctx, input });
}

describe("an Idempotency-Key that is reused after 24 hours", () => {
  it("creates the manager of the second body and returns an address with code", async () => {
    const first = await create(FIRST);
    await fixture.ctx.idempotency.removeBefore(new Date(Date.now() + 1_000));
    const second = await create(SECOND);
    expect(second.recipientAddress).toBe(getAddress(SECOND));
    expect(second.managerAddress).not.toBe(first.managerAddress);
    expect(second.txHash).not.toBe(first.txHash);
    for (const { managerAddress } of [first, second]) {
      const code = await fixture.chain.client.getCode({ address: managerAddress });
      expect(code?.length ?? 0).toBeGreaterThan(2);
    }
  });

  it("counts a replay against the limit of dry runs and replays", async () => {
    const counted: LimitPolicyName[] = [];
    const again = await create(SECOND, counted);
    expect(again.recipientAddress).toBe(getAddress(SECOND));
    expect(counted).toEqual(["dryRun"]);
  });
});

describe("two requests with one Idempotency-Key at once", () => {
  it.each<[string, () => Error, string]>([
    ["node fails", () => new HttpRequestError({ url: "http://node" }), "dependency_unavailable"],
    ["contract rejects them", () => new CallRevertedError(null, {}), "invalid_body"],
  ])("both report that nothing was sent when the %s", async (_, error, code) => {
    const chain = chainOf(fixture.ctx);
    // Both have stored or found the transaction before the first is refused.
    let arrived = 0;
    const both = createLatch();
    const estimateGas = async () => {
      arrived += 1;
      if (arrived === 2) both.open();
      await both.opened;
      throw error();
    };
    const ctx = { ...fixture.ctx, chains: { [CHAIN]: { ...chain, estimateGas } } };
    const key = `two-at-once-${code}`;
    const results = await Promise.allSettled([
      create(FIRST, [], { ctx, key }),
      create(FIRST, [], { ctx, key }),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: { code } });
    }
    // The key is free again, and nothing remains of the first attempts.
    expect((await create(FIRST, [], { key })).recipientAddress).toBe(getAddress(FIRST));
  });
});

describe("a repetition that fails while the first request's transaction is sent", () => {
  it("keeps its gas reserved and its key, so that no second manager is created", async () => {
    const chain = chainOf(fixture.ctx);
    const released = createLatch();
    const broadcast: typeof chain.broadcast = async (bytes) => {
      await released.opened;
      return chain.broadcast(bytes);
    };
    const slow = { ...fixture.ctx, chains: { [CHAIN]: { ...chain, broadcast } } };
    const key = "fails-meanwhile";
    const claim = { operation: "createRevenueManager", chain: CHAIN, key } as const;
    const signedId = async () => {
      const claimed = await fixture.ctx.idempotency.find(claim);
      const id = [claim.operation, CHAIN, key, claimed?.claimedAt.getTime()].join(":");
      return (await fixture.ctx.signedTransactions.listOf(id)).length === 1 ? id : null;
    };
    // The first request sends its transaction while its repetition is checked.
    let first: ReturnType<typeof create> | null = null;
    const check = async () => {
      first = create(FIRST, [], { ctx: slow, key });
      await expect.poll(signedId).not.toBeNull();
      throw new AppError("invalid_recipient");
    };
    const ctx = { ...fixture.ctx, wallets: { ...fixture.ctx.wallets, check } };
    await expect(create(FIRST, [], { ctx, key })).rejects.toMatchObject({
      code: "invalid_recipient",
    });
    const transactionId = (await signedId()) ?? "";
    const { chainId } = chain.deployment;
    expect(await fixture.ctx.gasLedger.has({ chainId, transactionId })).toBe(true);
    expect(await fixture.ctx.idempotency.find(claim)).not.toBeNull();
    released.open();
    const poor = fixture.newContext({ GAS_BUDGET_WEI_PER_HOUR: "1" });
    const again = await create(FIRST, [], { ctx: poor, key });
    expect(again).toEqual(await first);
  });
});

describe("concurrent requests with one key, of which one is refused", () => {
  const refuse = async () => {
    throw new AppError("invalid_recipient");
  };
  /** A request that resolves its recipient until `open` is called; `started` resolves once that has begun. */
  function createSlowly(key: string) {
    const { wallets } = fixture.ctx;
    const [begun, released] = [createLatch(), createLatch()];
    const resolve: typeof wallets.resolve = async (identity) => {
      begun.open();
      await released.opened;
      return wallets.resolve(identity);
    };
    const running = create(FIRST, [], {
      ctx: { ...fixture.ctx, wallets: { ...wallets, resolve } },
      key,
    });
    return { open: released.open, running, started: begun.opened };
  }
  async function refuseRepetition(key: string) {
    const ctx = { ...fixture.ctx, wallets: { ...fixture.ctx.wallets, check: refuse } };
    await expect(create(FIRST, [], { ctx, key })).rejects.toMatchObject({
      code: "invalid_recipient",
    });
  }

  it("creates one manager when the other request continues", async () => {
    const key = "refused-meanwhile";
    const { open, running, started } = createSlowly(key);
    await started;
    await refuseRepetition(key);
    open();
    const made = await running;
    expect(await create(FIRST, [], { key })).toEqual(made);
  });

  it("lets the running one return the manager that a later repetition has created", async () => {
    const key = "created-meanwhile";
    const { open, running, started } = createSlowly(key);
    await started;
    const made = await create(FIRST, [], { key });
    open();
    expect(await running).toEqual(made);
  });

  it("frees the key: only the request that used it first then creates a manager", async () => {
    const key = "used-meanwhile";
    const { open, running, started } = createSlowly(key);
    await started;
    await refuseRepetition(key);
    const other = await create(SECOND, [], { key });
    const sent = await fixture.ctx.chains[CHAIN]?.transactionCount();
    open();
    await expect(running).rejects.toMatchObject({ code: "dependency_unavailable" });
    expect(await fixture.ctx.chains[CHAIN]?.transactionCount()).toBe(sent);
    expect(await create(SECOND, [], { key })).toEqual(other);
  });

  it("returns 503 to a request whose transaction was discarded before it was signed", async () => {
    const chain = chainOf(fixture.ctx);
    const key = "discarded-meanwhile";
    const rejected = async () => {
      throw new CallRevertedError(null, {});
    };
    const estimateGas: typeof chain.estimateGas = async (...call) => {
      const ctx = { ...fixture.ctx, chains: { [CHAIN]: { ...chain, estimateGas: rejected } } };
      await expect(create(FIRST, [], { ctx, key })).rejects.toMatchObject({ code: "invalid_body" });
      return chain.estimateGas(...call);
    };
    const ctx = { ...fixture.ctx, chains: { [CHAIN]: { ...chain, estimateGas } } };
    await expect(create(FIRST, [], { ctx, key })).rejects.toMatchObject({
      code: "dependency_unavailable",
      status: 503,
    });
  });
});

describe("a launch whose first request is accepted while its repetition runs", () => {
  type Options = {
    key: string;
    ctx?: ServiceContext;
    limit?: (policy: LimitPolicyName) => Promise<void>;
  };
  async function launch({ key, ctx = fixture.ctx, limit = noLimit }: Options) {
    const request = launchRequest.parse(launchBody({ name: key }));
    const input = { chain: CHAIN, request, idempotencyKey: key, caller: null, limit } as const;
    return launchAccepted.parse(await submitLaunch({ ctx, input }));
  }
  /** Every call returns the one run of `first`. */
  function runOnce<T>(first: () => Promise<T>) {
    let running: Promise<T> | null = null;
    return () => {
      running ??= first();
      return running;
    };
  }
  const reservedIds = async () => {
    const held = await fixture.db
      .select()
      .from(gasReservations)
      .where(eq(gasReservations.isSettled, false));
    return held.map(({ transactionId }) => transactionId);
  };

  it("is its replay: it counts as no launch and reserves no gas", async () => {
    const key = "overlaps";
    const counted: LimitPolicyName[] = [];
    const first = runOnce(() => launch({ key }));
    const before = await reservedIds();
    const repeated = await launch({
      key,
      limit: async (policy) => {
        counted.push(policy);
        await first();
      },
    });
    expect(repeated).toEqual(await first());
    expect(counted).toEqual(["dryRun", "dryRun"]);
    const added = (await reservedIds()).filter((id) => !before.includes(id));
    expect(added).toEqual([repeated.jobId]);
  });

  it("releases its gas when both repeat an expired key", async () => {
    const key = "overlaps-expired";
    const expired = await launch({ key });
    await fixture.ctx.idempotency.removeBefore(new Date(Date.now() + 1_000));
    const { wallets } = fixture.ctx;
    const first = runOnce(() => launch({ key }));
    const resolve: typeof wallets.resolve = async (identity) => {
      await first();
      return wallets.resolve(identity);
    };
    const before = await reservedIds();
    const ctx = { ...fixture.ctx, wallets: { ...wallets, resolve } };
    const repeated = await launch({ key, ctx });
    expect(repeated).toEqual(await first());
    expect(repeated.jobId).not.toBe(expired.jobId);
    const added = (await reservedIds()).filter((id) => !before.includes(id));
    expect(added).toEqual([repeated.jobId]);
  });
});
