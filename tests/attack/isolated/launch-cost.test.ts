import { parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { GAS_TO_RESERVE } from "@/lib/features/budget/rules/gas-limit";
import { gasMinutes, gasReservations } from "@/lib/features/budget/store/tables";
import { payOutWallet } from "@/lib/features/fees/pay-out-wallet";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createFeeSplitManager } from "@/lib/features/managers/create-fee-split-manager";
import { feeSplitManagerRequest } from "@/lib/features/managers/schema";
import { advance } from "@/lib/features/transactions/advance";
import { rebroadcast } from "@/lib/features/transactions/rebroadcast";
import type { TransactionState } from "@/lib/features/transactions/rules";
import { settleGas } from "@/lib/features/transactions/settle-nonces";
import { sign } from "@/lib/features/transactions/sign";
import { transactions } from "@/lib/features/transactions/store/tables";
import { managedWallets } from "@/lib/features/users/store/wallet-tables";
import { AppError } from "@/lib/shared/errors";
import { launchBody } from "../../setup/api/launch-body";
import { readSpending } from "../../setup/api/read-spending";
import { chainOf } from "../../setup/stack/chain-of";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit, ownInput } from "../../setup/stack/own-input";

/** One network launches all day with a hundred recipients each. */

const CHAIN = "base-sepolia";
const ATTEMPTS = 40;

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

/** The service with a budget for this many of the most expensive launches per hour. */
async function withBudget(launches: bigint): Promise<ServiceContext> {
  const { maxFeePerGas } = await chainOf(fixture.ctx).estimateFees();
  const wei = GAS_TO_RESERVE.launch(100) * maxFeePerGas * launches;
  return fixture.newContext({ GAS_BUDGET_WEI_PER_HOUR: wei.toString() });
}

const recipients = (n: number) =>
  Array.from({ length: 100 }, (_, i) => ({ type: "email", id: `s-${n}-${i}@example.com` }));

function submit(ctx: ServiceContext, n: number, changes: Record<string, unknown> = {}) {
  const request = launchRequest.parse(
    launchBody({ creatorEmail: undefined, feeSplitRecipients: recipients(n), ...changes }),
  );
  const input = ownInput(request);
  return submitLaunch({ ctx, input });
}

const reasonOf = (result: PromiseSettledResult<unknown>) =>
  result.status === "rejected" ? result.reason : null;

describe("a caller exempt from rate limits who launches for hundreds of recipients", () => {
  it("is rejected once the hourly budget is reserved, at any request rate", async () => {
    const ctx = await withBudget(3n);
    const walletsBefore = (await fixture.db.select().from(managedWallets)).length;
    const results = await Promise.allSettled(
      Array.from({ length: ATTEMPTS }, (_, n) => submit(ctx, n)),
    );
    const accepted = results.filter(({ status }) => status === "fulfilled");
    expect(accepted).toHaveLength(3);
    for (const reason of results.map(reasonOf).filter((one) => one !== null)) {
      expect(reason).toBeInstanceOf(AppError);
      expect(reason).toMatchObject({ code: "budget_exhausted", status: 503 });
      expect(reason.retryAfterSeconds).toBeGreaterThan(3_500);
      expect(reason.retryAfterSeconds).toBeLessThanOrEqual(3_600);
    }
    // A rejected launch leaves no job, no recipient wallet and no reservation.
    expect(await fixture.db.select().from(transactions)).toHaveLength(3);
    expect((await fixture.db.select().from(managedWallets)).length - walletsBefore).toBe(300);
    expect(await fixture.db.select().from(gasReservations)).toHaveLength(3);
  });

  it("cannot bypass it with managers, payouts or dry runs", async () => {
    const ctx = await withBudget(0n);
    const request = feeSplitManagerRequest.parse({
      recipients: recipients(99),
      ownerEmail: "owner@example.com",
    });
    const shared = { chain: CHAIN, idempotencyKey: "one", caller: null, limit: noLimit } as const;
    const create = createFeeSplitManager({ ctx, input: { ...shared, request } });
    await expect(create).rejects.toMatchObject({ code: "budget_exhausted" });
    await expect(submit(ctx, 98, { dryRun: true })).rejects.toMatchObject({
      code: "budget_exhausted",
    });

    const { token } = await fixture.launch({ creatorEmail: "earner@example.com" });
    await fixture.trader.buy(token, parseEther("1"));
    await fixture.untilIndexed();
    const identity = { type: "email", id: "earner@example.com" } as const;
    const { address: account } = await ctx.wallets.resolve(identity);
    const payout = payOutWallet({
      ctx,
      input: { account, caller: null, limit: noLimit, waitMs: 0 },
    });
    await expect(payout).rejects.toMatchObject({ code: "budget_exhausted" });
    await expect(
      payOutWallet({
        ctx: fixture.ctx,
        input: { account, caller: null, limit: noLimit, waitMs: 5_000 },
      }),
    ).resolves.toMatchObject({ payouts: [{ state: "completed" }] });
  });
});

describe("the gas budget", () => {
  it("counts what the server wallet paid, to the wei, once transactions are mined", async () => {
    const { ctx } = fixture;
    const { serverWallet, deployment } = chainOf(ctx);
    await rebroadcast(ctx, { chain: chainOf(ctx) });
    await fixture.db.delete(gasReservations);
    await fixture.db.delete(gasMinutes);
    const from = await fixture.chain.client.getBlockNumber();
    const accepted = await submit(ctx, 200);
    if (!("jobId" in accepted)) throw new Error("The launch was only a dry run");
    await sign(ctx, { id: accepted.jobId });
    const before = await ctx.gasLedger.read(deployment.chainId);
    expect(before.unsettledWei).toBeGreaterThan(0n);
    for (const name of ["One", "Two"]) {
      await fixture.launch({ name, feeSplitRecipients: recipients(50).slice(0, 5) });
    }
    const step = (_name: string, run: () => Promise<TransactionState>) => run();
    await advance(ctx, { id: accepted.jobId, step });
    // Twice, as two processes do after a crash.
    await rebroadcast(ctx, { chain: chainOf(ctx) });
    await settleGas(ctx, { id: accepted.jobId });
    const to = await fixture.chain.client.getBlockNumber();
    const spending = await readSpending(fixture.chain.client, serverWallet, { from, to });
    expect(spending.count).toBe(3);
    const after = await ctx.gasLedger.read(deployment.chainId);
    expect(after).toEqual({
      hourWei: spending.gasWei,
      dayWei: spending.gasWei,
      unsettledWei: 0n,
    });
  });
});
