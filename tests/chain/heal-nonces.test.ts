import { pino } from "pino";
import { parseEther, parseEventLogs } from "viem";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { reserveGas } from "@/lib/features/budget/reserve-gas";
import { gasReservations } from "@/lib/features/budget/store/tables";
import { payOutWallet } from "@/lib/features/fees/pay-out-wallet";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { revenueManagerRequest } from "@/lib/features/managers/schema";
import { getHealth } from "@/lib/features/system/get-health";
import { advance, begin } from "@/lib/features/transactions/advance";
import { findGap } from "@/lib/features/transactions/find-gap";
import { giveUp } from "@/lib/features/transactions/give-up";
import { healNonces } from "@/lib/features/transactions/heal-nonces";
import { rebroadcast } from "@/lib/features/transactions/rebroadcast";
import { settle } from "@/lib/features/transactions/settle";
import { sign } from "@/lib/features/transactions/sign";
import { walletOf } from "@/lib/features/transactions/store/create-signed-transaction-store";
import { nonces, transactions } from "@/lib/features/transactions/store/tables";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { launchBody } from "../setup/api/launch-body";
import { chainOf } from "../setup/stack/chain-of";
import { createServiceFixture, type ServiceFixture } from "../setup/stack/create-service-fixture";
import { noLimit, ownInput } from "../setup/stack/own-input";

const CHAIN = "base-sepolia";
/** The nonce that a node of another chain reported. */
const FOREIGN_NONCE = 1_000;
const EARNER = "earner@example.com";

/** The state that older versions left after a node of another chain was configured. */
describe("healing a wallet whose next nonce is far above the chain's count", () => {
  let fixture: ServiceFixture;
  let ctx: ServiceContext;
  let mined: number;
  let stranded: string[];
  let pending: string;

  beforeAll(async () => {
    fixture = await createServiceFixture();
    ctx = fixture.ctx;
    const { token } = await fixture.launch({ name: "Before", creatorEmail: EARNER });
    await fixture.trader.buy(token, parseEther("1"));
    await fixture.untilIndexed();
    mined = await chainOf(ctx).transactionCount();
    pending = await signed("Pending");
    // Accepted before the wallet was blocked.
    stranded = [await submit("Stranded"), await submit("Stranded as well")];
    await ctx.signedTransactions.advance(walletOf(chainOf(ctx)), FOREIGN_NONCE);
    for (const id of stranded) {
      await signSubmitted(id);
      await broadcast(id);
    }
    // Failed with an unknown outcome.
    const [, undecided = ""] = stranded;
    const given = { reason: "no receipt", publicReason: null, isFinal: false };
    await giveUp(ctx, { id: undecided, ...given });
  });
  afterAll(() => fixture.stop());

  async function submit(name: string, changes: Record<string, unknown> = {}): Promise<string> {
    const body = launchBody({ name, creatorEmail: undefined, ...changes });
    const request = launchRequest.parse(body);
    const input = ownInput(request);
    return launchAccepted.parse(await submitLaunch({ ctx, input })).jobId;
  }

  async function signed(name: string): Promise<string> {
    const id = await submit(name);
    await signSubmitted(id);
    return id;
  }

  async function signSubmitted(id: string): Promise<void> {
    await begin(ctx, { id });
    await sign(ctx, { id });
  }

  function createManager() {
    const request = revenueManagerRequest.parse({ protocolFee: 0, recipientEmail: EARNER });
    const input = ownInput(request);
    return createRevenueManager({ ctx, input });
  }

  async function payOut() {
    const { address: account } = await ctx.wallets.resolve({ type: "email", id: EARNER });
    return payOutWallet({ ctx, input: { account, caller: null, limit: noLimit, waitMs: 0 } });
  }

  const countQueued = async () => (await fixture.db.select().from(transactions)).length;
  const countReserved = async () => (await fixture.db.select().from(gasReservations)).length;

  const latestOf = async (id: string) => (await ctx.signedTransactions.listOf(id))[0];

  async function broadcast(id: string): Promise<void> {
    const latest = await latestOf(id);
    if (latest === undefined) throw new Error("nothing is signed");
    await chainOf(ctx).broadcast(latest.rawTransaction);
  }

  async function nextNonce(): Promise<number | undefined> {
    const [row] = await fixture.db.select({ next: nonces.next }).from(nonces);
    return row?.next;
  }

  const heal = (apply: boolean) => healNonces({ ctx, input: { chain: CHAIN, apply } });

  it("logs an error with the command that closes the gap", async () => {
    const logged: string[] = [];
    const log = pino({ level: "error" }, { write: (line) => void logged.push(line) });
    const missing = FOREIGN_NONCE - mined - 1;
    await vi.waitFor(
      async () =>
        expect(await findGap({ ctx, chain: CHAIN })).toEqual({ from: mined + 1, missing }),
      { timeout: 30_000 },
    );
    await rebroadcast({ ...ctx, log }, { chain: chainOf(ctx) });
    expect(logged.join()).toContain("npm run heal -- --chain base-sepolia");
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a launch", () => submit("Refused")],
    ["a dry run of a launch", () => submit("Refused", { dryRun: true })],
    ["a revenue manager", createManager],
    ["a payout", payOut],
  ])("refuses %s with 503 before anything is queued or reserved", async (_, send) => {
    const before = [await countQueued(), await countReserved()];
    await expect(send()).rejects.toMatchObject({
      code: "wallet_blocked",
      status: 503,
      message:
        "The server wallet on Base Sepolia is blocked until the operator fixes it. Nothing was queued or sent.",
      retryAfterSeconds: 60,
    });
    expect([await countQueued(), await countReserved()]).toEqual(before);
  });

  it("does not refuse the repetition of a request that may be sent already", async () => {
    const reserve = (transactionId: string) =>
      reserveGas({ ctx, input: { chain: chainOf(ctx), transactionId, gas: 1n, use: "exempt" } });
    await expect(reserve("another")).rejects.toMatchObject({ code: "wallet_blocked" });
    expect((await reserve(pending)).chain).toBe(CHAIN);
    expect((await reserve(stranded[0] ?? "")).chain).toBe(CHAIN);
  });

  it("is reported as the reason why launches are degraded", async () => {
    const { capabilities, queue } = await getHealth({ ctx });
    expect(queue[0]?.missingNonces).toBe(FOREIGN_NONCE - mined - 1);
    expect(capabilities.find(({ capability }) => capability === "launches")).toMatchObject({
      state: "degraded",
      reason: `The server wallet on Base Sepolia is blocked: ${FOREIGN_NONCE - mined - 1} nonces are missing.`,
    });
  });

  it("changes nothing in a dry run", async () => {
    expect(await heal(false)).toEqual({
      from: mined + 1,
      missing: FOREIGN_NONCE - mined - 1,
      mined,
      next: FOREIGN_NONCE + 2,
      moves: stranded.map((transactionId, index) => ({
        transactionId,
        nonce: FOREIGN_NONCE + index,
        newNonce: mined + 1 + index,
      })),
    });
    expect(await nextNonce()).toBe(FOREIGN_NONCE + 2);
    expect((await latestOf(stranded[0] ?? ""))?.nonce).toBe(FOREIGN_NONCE);
  });

  it("moves every open or undecided launch to the first free nonces, once, while servers run", async () => {
    const servers = [fixture.newContext(), fixture.newContext()];
    const during = servers.map((server) => rebroadcast(server, { chain: chainOf(ctx) }));
    const healed = await Promise.all([heal(true), heal(true)]);
    await Promise.all(during);
    expect(healed.filter((repair) => repair !== null)).toHaveLength(1);
    // Accepted again within a second.
    const id = await vi.waitFor(() => submit("Accepted again"), { timeout: 30_000 });
    const ids = [pending, ...stranded, id];
    const [one, two] = servers;
    await Promise.all(
      [ctx, one, two].flatMap((server) =>
        server === undefined ? [] : ids.map((each) => finish(server, each)),
      ),
    );
    for (const each of ids) expect(await settle(ctx, { id: each })).toBe("completed");
    expect(await nextNonce()).toBe(mined + ids.length);
    expect(await chainOf(ctx).transactionCount()).toBe(mined + ids.length);
    expect(await heal(true)).toBeNull();
    expect(await ctx.signedTransactions.listUnsettled(walletOf(chainOf(ctx)))).toEqual([]);
    expect(await countLaunches()).toBe(1 + ids.length);
  });

  it("continues at the chain's count when no transaction is above the gap", async () => {
    const count = await chainOf(ctx).transactionCount();
    await ctx.signedTransactions.advance(walletOf(chainOf(ctx)), FOREIGN_NONCE);
    expect(await heal(true)).toMatchObject({ from: count, moves: [] });
    expect(await nextNonce()).toBe(count);
    await vi.waitFor(() => findGap({ ctx, chain: CHAIN }).then((gap) => expect(gap).toBeNull()), {
      timeout: 30_000,
    });
    await fixture.launch({ name: "After it" });
    expect(await chainOf(ctx).transactionCount()).toBe(count + 1);
  });

  const finish = (server: ServiceContext, id: string) =>
    advance(server, { id, step: (_name, run) => run() });

  async function countLaunches(): Promise<number> {
    const { client } = fixture.chain;
    const { launchpad } = fixture.deployment.contracts;
    const logs = await client.getLogs({ address: launchpad, fromBlock: 0n });
    return parseEventLogs({ abi: launchpadAbi, logs, eventName: "TokenLaunched" }).length;
  }
});
