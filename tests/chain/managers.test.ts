import { sql } from "drizzle-orm";
import { isAddressEqual } from "viem";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ServiceContext } from "@/lib/context";
import type { NewManager } from "@/lib/drivers/chain/chain-types";
import { idempotencyKeys } from "@/lib/features/idempotency/store/tables";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createFeeSplitManager } from "@/lib/features/managers/create-fee-split-manager";
import { createManager, saltOf } from "@/lib/features/managers/create-manager";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { feeSplitManagerRequest, revenueManagerRequest } from "@/lib/features/managers/schema";
import { advance } from "@/lib/features/transactions/advance";
import { signedTransactions, transactions } from "@/lib/features/transactions/store/tables";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import { AppError } from "@/lib/shared/errors";
import { launchBody } from "../setup/api/launch-body";
import { chainOf } from "../setup/stack/chain-of";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { noLimit, ownInput } from "../setup/stack/own-input";

const CHAIN = "base-sepolia";
const PERSON = { type: "email", id: "somebody@example.com" };

let fixture: ServiceFixture;
let ctx: ServiceContext;
beforeAll(async () => {
  fixture = await createServiceFixture();
  ctx = fixture.ctx;
});
afterAll(() => fixture.stop());

describe("a chain whose manifest disables managers", () => {
  function withoutManagers(): ServiceContext {
    const chain = chainOf(ctx);
    const off = { feeSplitLaunch: false, existingManager: false, standaloneManager: false };
    const deployment = { ...chain.deployment, capabilities: off };
    return { ...ctx, chains: { ...ctx.chains, [CHAIN]: { ...chain, deployment } } };
  }
  const shared = {
    chain: CHAIN,
    idempotencyKey: "key",
    caller: null,
    limit: noLimit,
  } as const;

  it.each([
    [
      "a revenue manager",
      (poor: ServiceContext) => {
        const body = { protocolFee: 100, recipientEmail: PERSON.id };
        const request = revenueManagerRequest.parse(body);
        return createRevenueManager({ ctx: poor, input: { ...shared, request } });
      },
    ],
    [
      "a fee split manager",
      (poor: ServiceContext) => {
        const request = feeSplitManagerRequest.parse({
          recipients: [PERSON],
          ownerEmail: PERSON.id,
        });
        return createFeeSplitManager({ ctx: poor, input: { ...shared, request } });
      },
    ],
    [
      "a launch with a split",
      (poor: ServiceContext) => {
        const request = launchRequest.parse(launchBody({ feeSplitRecipients: [PERSON] }));
        return submitLaunch({ ctx: poor, input: { ...shared, request } });
      },
    ],
    [
      "a launch with a manager",
      (poor: ServiceContext) => {
        const revenueManagerAddress = fixture.deployment.contracts.launchpad;
        const request = launchRequest.parse(launchBody({ revenueManagerAddress }));
        return submitLaunch({ ctx: poor, input: { ...shared, request } });
      },
    ],
  ])("rejects %s before storing anything", async (_what, act) => {
    await expect(act(withoutManagers())).rejects.toMatchObject({
      code: "unsupported_operation",
      status: 400,
      message: "Manager operations are not supported on this chain",
    });
    for (const table of [transactions, signedTransactions, idempotencyKeys, managedWallets]) {
      expect(await fixture.db.select().from(table)).toEqual([]);
    }
  });
});

describe("a manager's transaction that is not mined in time", () => {
  const transactionId = "operation of a slow block";
  const manager: NewManager = {
    kind: "revenue",
    salt: saltOf(transactionId),
    owner: "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
    protocolRecipient: "0x8ba1f109551bD432803012645Ac136ddd64DBA72",
    protocolFeeBps: 100,
  };

  it("returns its hash, and a retry returns the same transaction", async () => {
    const chain = chainOf(ctx);
    await fixture.chain.test.setAutomine(false);
    const input = { chain, transactionId, manager };
    const late = await createManager({ ctx, input: { ...input, waitMs: 100 } }).catch(
      (error: unknown) => error,
    );
    expect(late).toMatchObject({ code: "transaction_pending", status: 504 });
    await fixture.chain.test.setAutomine(true);
    await fixture.chain.test.mine({ blocks: 1 });
    const made = await createManager({ ctx, input });
    expect(late).toMatchObject({ extras: { txHash: made.txHash } });
    expect(isAddressEqual(made.managerAddress, await chain.predictManager(manager))).toBe(true);
    expect(await ctx.signedTransactions.listOf(transactionId)).toHaveLength(1);
  });

  it("reserves no gas again after it was canceled", async () => {
    const chain = chainOf(ctx);
    const id = "operation that was canceled";
    const canceled = { ...manager, salt: saltOf(id) };
    const payload = { manager: canceled, managerAddress: await chain.predictManager(canceled) };
    await ctx.transactions.insert(
      { id, kind: "manager", chain: CHAIN, payload },
      { isRunHere: true },
    );
    await ctx.transactions.failUnsigned(id, "Canceled");
    const raise = vi.fn(ctx.gasLedger.raise);
    const counting = { ...ctx, gasLedger: { ...ctx.gasLedger, raise } };
    const input = { chain, transactionId: id, manager: canceled };
    await expect(createManager({ ctx: counting, input })).rejects.toThrow("Canceled");
    expect(raise).not.toHaveBeenCalled();
  });

  it("returns its hash within a minute of the request, however long its wallets took", async () => {
    const clock = performance.now.bind(performance);
    let lateMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock() + lateMs);
    const slow: ServiceContext = {
      ...ctx,
      wallets: {
        ...ctx.wallets,
        resolve(identity) {
          lateMs = 59_000;
          return ctx.wallets.resolve(identity);
        },
      },
    };
    const body = { protocolFee: 100, recipientEmail: PERSON.id };
    const request = revenueManagerRequest.parse(body);
    await fixture.chain.test.setAutomine(false);
    const startedAt = clock();
    try {
      await expect(
        createRevenueManager({ ctx: slow, input: ownInput(request) }),
      ).rejects.toMatchObject({
        code: "transaction_pending",
        extras: { txHash: expect.any(String) },
      });
      expect(clock() - startedAt).toBeLessThan(20_000);
    } finally {
      vi.restoreAllMocks();
      await fixture.chain.test.setAutomine(true);
      await fixture.chain.test.mine({ blocks: 1 });
    }
  });
});

describe("a repeated request for a manager", () => {
  const names = ["owner", "earner"].map((id) => ({ type: "twitter", id }));
  const shared = { chain: CHAIN, caller: null, limit: noLimit } as const;

  /** The answer of a request whose server is killed before it stores the answer. */
  async function killedBeforeItsAnswer(
    create: (by: ServiceContext) => Promise<unknown>,
  ): Promise<unknown> {
    const { idempotency } = ctx;
    const answers: unknown[] = [];
    const answer: typeof idempotency.answer = async (...[, given]) => {
      answers.push(given);
      throw new Error("killed");
    };
    const killed = create({ ...ctx, idempotency: { ...idempotency, answer } });
    await expect(killed).rejects.toThrow("killed");
    expect(answers).toHaveLength(1);
    return answers[0];
  }

  it.each([
    [
      "revenue manager",
      (by: ServiceContext) => {
        const request = revenueManagerRequest.parse({
          protocolFee: 100,
          recipientTwitterUsername: "owner",
        });
        const input = { ...shared, idempotencyKey: "again", request };
        return createRevenueManager({ ctx: by, input });
      },
    ],
    [
      "fee split manager",
      (by: ServiceContext) => {
        const body = { recipients: names, ownerTwitterUsername: "owner" };
        const request = feeSplitManagerRequest.parse(body);
        const input = { ...shared, idempotencyKey: "again", request };
        return createFeeSplitManager({ ctx: by, input });
      },
    ],
  ])("returns the first %s after its usernames got new owners", async (_what, create) => {
    const { wallets } = ctx;
    const first = await killedBeforeItsAnswer(create);
    const resolve: typeof wallets.resolve = ({ type, id }) =>
      wallets.resolve({ type, id: `new_${id}` });
    const check = async () => {
      throw new AppError("invalid_recipient");
    };
    const later = { ...ctx, wallets: { ...wallets, check, resolve } };
    expect(await create(later)).toEqual(first);
    expect(await create(later)).toEqual(first);
  });

  it("returns the recipient's managed wallet if the previous release stored the manager", async () => {
    const request = revenueManagerRequest.parse({ protocolFee: 100, recipientEmail: PERSON.id });
    const input = { ...shared, idempotencyKey: "updated", request };
    const first = await killedBeforeItsAnswer((by) => createRevenueManager({ ctx: by, input }));
    await fixture.db
      .update(transactions)
      .set({ payload: sql`${transactions.payload} - 'recipientUserId'` });
    const repeated = await createRevenueManager({ ctx, input });
    expect(repeated.walletProvider).not.toBeNull();
    expect(repeated).toEqual(first);
  });
});

describe("a manager that exists although its transaction is not stored, as after a restore", () => {
  const owner = "0x8ba1f109551bD432803012645Ac136ddd64DBA72" as const;
  const terms = { kind: "revenue", owner, protocolRecipient: owner, protocolFeeBps: 100 } as const;

  it("completes the job and names the manager to a repeated request", async () => {
    const chain = chainOf(ctx);
    const manager: NewManager = { ...terms, salt: saltOf("made before the restore") };
    const before = { chain, transactionId: "before the restore", manager };
    const { managerAddress } = await createManager({ ctx, input: before });
    const id = "restored job of a manager";
    const payload = { manager, managerAddress };
    const restored = { id, kind: "manager" as const, chain: chain.deployment.slug, payload };
    await ctx.transactions.insert(restored, { isRunHere: true });
    expect(await advance(ctx, { id, step: (_name, run) => run() })).toBe("completed");
    expect(await ctx.transactions.find(id)).toMatchObject({ transactionHash: null, error: null });
    const repeated = createManager({ ctx, input: { chain, transactionId: id, manager } });
    await expect(repeated).rejects.toMatchObject({
      code: "invalid_body",
      message: expect.stringContaining(managerAddress),
    });
  });
});

describe("a manager that the contract rejects", () => {
  it("returns the reason and leaves no job in the queue", async () => {
    const owner = "0x8ba1f109551bD432803012645Ac136ddd64DBA72" as const;
    const manager: NewManager = {
      kind: "revenue",
      salt: saltOf("used twice"),
      owner,
      protocolRecipient: owner,
      protocolFeeBps: 100,
    };
    const chain = chainOf(ctx);
    await createManager({ ctx, input: { chain, transactionId: "first of a salt", manager } });
    const id = "second of a salt";
    await expect(
      createManager({ ctx, input: { chain, transactionId: id, manager } }),
    ).rejects.toMatchObject({ code: "invalid_body" });
    expect(await ctx.transactions.find(id)).toBeNull();
    const nonce = await chainOf(ctx).transactionCount();
    // Its event was stored with it.
    expect(await advance(ctx, { id, step: (_name, run) => run() })).toBe("failed");
    expect(await chainOf(ctx).transactionCount()).toBe(nonce);
    expect(await ctx.signedTransactions.listOf(id)).toEqual([]);
  });
});
