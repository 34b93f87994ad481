import {
  type Address,
  createPublicClient,
  erc20Abi,
  getAddress,
  http,
  type PublicClient,
  parseEther,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPayoutReader } from "@/lib/drivers/chain/readers/create-payout-reader";
import { getReferrals } from "@/lib/features/fees/get-referrals";
import { prepareClaim } from "@/lib/features/fees/prepare-claim";
import {
  claimPrepared,
  prepareClaimRequest,
  referralEarnings,
} from "@/lib/features/fees/schema/claims";
import { prepareTrade } from "@/lib/features/trade/prepare-trade";
import { prepareTradeRequest, tradePrepared } from "@/lib/features/trade/schema";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { sendPrepared } from "../../setup/chain/send-prepared";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

const CHAIN = "base-sepolia";
let fixture: ServiceFixture;
let token: Address;

beforeAll(async () => {
  fixture = await createServiceFixture();
  ({ token } = await fixture.launch({ creatorAddress: (await fixture.chain.funded()).address }));
});
afterAll(() => fixture.stop());

async function prepare(changes: Record<string, unknown>) {
  const request = prepareTradeRequest.parse({ side: "buy", tokenAddress: token, ...changes });
  return tradePrepared.parse(
    await prepareTrade({ ctx: fixture.ctx, input: { chain: CHAIN, request, limit: noLimit } }),
  );
}

async function claim(body: Record<string, unknown>) {
  const request = prepareClaimRequest.parse(body);
  return claimPrepared.parse(
    await prepareClaim({ ctx: fixture.ctx, input: { chain: CHAIN, request, limit: noLimit } }),
  );
}

const tokensOf = (account: Address, of = token) =>
  fixture.chain.client.readContract({
    address: of,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account],
  });
const etherOf = (address: Address) => fixture.chain.client.getBalance({ address });
const statuses = (receipts: readonly { status: string }[]) => receipts.map(({ status }) => status);

describe("a prepared trade", () => {
  it("buys exactly what the quote says, for its sender, within the stated cost", async () => {
    const { address, wallet } = await fixture.chain.funded();
    const amountIn = parseEther("0.02");
    const prepared = await prepare({ from: address, amountIn: amountIn.toString() });
    expect(prepared.sendCalls).toMatchObject({ from: address, chainId: "0x14a34" });
    expect(prepared.quote).toMatchObject({ feeBps: 100, feeWei: (amountIn / 100n).toString() });
    const before = await etherOf(address);
    const gas = BigInt(prepared.cost.gas);
    const receipts = await sendPrepared(fixture.chain.client, wallet, prepared.sendCalls, gas);
    expect(statuses(receipts)).toEqual(["success"]);
    expect((await tokensOf(address)).toString()).toBe(prepared.quote.expectedOut);
    expect(before - (await etherOf(address))).toBeLessThanOrEqual(BigInt(prepared.cost.totalWei));
  });

  it("quotes a protected pool to the wei, and pays the referrer that it names", async () => {
    const { address, wallet } = await fixture.chain.funded();
    const launched = await fixture.launch({ launchProtection: true, referralShare: 20 });
    const referrer = `0x${"ef".repeat(20)}`;
    const amountIn = parseEther("0.01");
    const order = { from: address, amountIn: amountIn.toString(), tokenAddress: launched.token };
    const prepared = await prepare({ ...order, referrer, slippageBps: 5_000 });
    expect(prepared.quote.feeBps).toBeGreaterThan(100);
    const [receipt] = await sendPrepared(fixture.chain.client, wallet, prepared.sendCalls);
    expect(receipt?.status).toBe("success");
    // The fee falls every second, so a later block returns at least the quoted amount.
    const received = await tokensOf(address, launched.token);
    expect(received).toBeGreaterThanOrEqual(BigInt(prepared.quote.expectedOut));
    const [earned] = await fixture.chain.client.readContract({
      address: fixture.deployment.contracts.launchHook,
      abi: launchHookAbi,
      functionName: "referralEarned",
      args: [getAddress(referrer)],
    });
    // A fifth of the trading fee of 1%.
    expect(earned).toBe(amountIn / 500n);
  });

  it("lets a referrer claim what it earned, at an account of its choice as well", async () => {
    const trader = await fixture.chain.funded();
    const { address: referrer, wallet } = await fixture.chain.funded();
    const launched = await fixture.launch({ referralShare: 20 });
    const amountIn = parseEther("0.05");
    const order = { from: trader.address, amountIn: amountIn.toString(), referrer };
    const refer = async () => {
      const prepared = await prepare({ ...order, tokenAddress: launched.token });
      await sendPrepared(fixture.chain.client, trader.wallet, prepared.sendCalls);
    };
    const earnings = async () => {
      const params = { chain: CHAIN, address: referrer } as const;
      const input = { params, query: {}, body: undefined };
      const { earned, claimed, claimable, hooks } = referralEarnings.parse(
        await getReferrals({ ctx: fixture.ctx, input }),
      );
      return { earned, claimed, claimable, hooks: hooks.length };
    };
    expect(await earnings()).toEqual({ earned: "0", claimed: "0", claimable: "0", hooks: 0 });
    await refer();
    expect(await earnings()).toEqual({
      earned: "0.0001",
      claimed: "0",
      claimable: "0.0001",
      hooks: 1,
    });

    // Anybody can pay the gas for it; the referrer gets everything.
    const forReferrer = await claim({ from: trader.address, account: referrer });
    const hook = fixture.deployment.contracts.launchHook;
    const amountWei = (amountIn / 500n).toString();
    expect(forReferrer.sources).toEqual([{ kind: "referral", address: hook, amountWei }]);
    const before = await etherOf(referrer);
    await sendPrepared(fixture.chain.client, trader.wallet, forReferrer.sendCalls);
    expect((await etherOf(referrer)) - before).toBe(amountIn / 500n);
    expect(await earnings()).toEqual({
      earned: "0.0001",
      claimed: "0.0001",
      claimable: "0",
      hooks: 1,
    });

    await refer();
    const elsewhere = getAddress(`0x${"e7".repeat(20)}`);
    const toElsewhere = await claim({ from: referrer, referralRecipient: elsewhere });
    expect(toElsewhere.summary).toContain(`Referral earnings go to ${elsewhere}.`);
    await sendPrepared(fixture.chain.client, wallet, toElsewhere.sendCalls);
    expect(await etherOf(elsewhere)).toBe(amountIn / 500n);
    const forced = { from: trader.address, account: referrer, referralRecipient: elsewhere };
    expect(prepareClaimRequest.safeParse(forced).success).toBe(false);
  });

  it("sums the hooks of all deployments, and reports a chain that it cannot read", async () => {
    const { address: referrer } = await fixture.chain.funded();
    const trader = await fixture.chain.funded();
    const { token: referred } = await fixture.launch({ referralShare: 10 });
    const amountIn = parseEther("0.05").toString();
    const bought = await prepare({
      from: trader.address,
      amountIn,
      referrer,
      tokenAddress: referred,
    });
    await sendPrepared(fixture.chain.client, trader.wallet, bought.sendCalls);
    const params = { chain: CHAIN, address: referrer } as const;
    const input = { params, query: {}, body: undefined };
    const own = fixture.ctx.chains[CHAIN];
    const [generation] = fixture.deployment.generations;
    if (own === undefined || generation === undefined) throw new Error("there is no deployment");
    // Hooks without referrals: a contract that lacks the function, and an address without code.
    const others = [generation.contracts.stateView, referrer].map((launchHook) => ({
      ...generation,
      contracts: { ...generation.contracts, launchHook },
    }));
    const read = (client: PublicClient) => {
      const generations = [generation, ...others, generation] as const;
      const chains = {
        [CHAIN]: { ...own, ...createPayoutReader(client, { generations: [...generations] }) },
      };
      return getReferrals({ ctx: { ...fixture.ctx, chains }, input });
    };
    // 0.00005 ETH in each of two.
    expect(await read(fixture.chain.client)).toMatchObject({ earned: "0.0001", claimed: "0" });
    const dead = createPublicClient({ transport: http("http://127.0.0.1:9", { retryCount: 0 }) });
    const unreachable = { code: "dependency_unavailable" };
    await expect(read(dead)).rejects.toMatchObject(unreachable);
    const without = getReferrals({ ctx: { ...fixture.ctx, chains: {} }, input });
    await expect(without).rejects.toMatchObject(unreachable);
  });

  it("sells after the approvals that the wallet lacks, and without them the next time", async () => {
    const { address, wallet } = await fixture.chain.funded();
    const bought = await prepare({ from: address, amountIn: parseEther("0.02").toString() });
    await sendPrepared(fixture.chain.client, wallet, bought.sendCalls);
    const half = (await tokensOf(address)) / 2n;
    const sale = { from: address, side: "sell", amountIn: half.toString(), slippageBps: 300 };
    const first = await prepare(sale);
    expect(first.sendCalls.calls).toHaveLength(3);
    const before = await etherOf(address);
    const receipts = await sendPrepared(fixture.chain.client, wallet, first.sendCalls);
    expect(statuses(receipts)).toEqual(["success", "success", "success"]);
    const used = receipts.reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
    expect(used).toBeLessThanOrEqual(BigInt(first.cost.gas));
    const fees = receipts.reduce(
      (sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice,
      0n,
    );
    const received = (await etherOf(address)) - before + fees;
    expect(received.toString()).toBe(first.quote.expectedOut);
    // Exact approvals are used up, so the next sale has its own.
    expect((await prepare(sale)).sendCalls.calls).toHaveLength(3);
  });

  it("reverts after its deadline, and below its minimum", async () => {
    const { address, wallet } = await fixture.chain.funded();
    const amountIn = parseEther("0.01").toString();
    const expiring = await prepare({ from: address, amountIn, deadlineMinutes: 1 });
    await fixture.chain.test.increaseTime({ seconds: 61 });
    const late = await sendPrepared(fixture.chain.client, wallet, expiring.sendCalls);
    expect(statuses(late)).toEqual(["reverted"]);

    const narrow = await prepare({ from: address, amountIn, slippageBps: 1 });
    await fixture.trader.buy(token, parseEther("0.05"));
    const worse = await sendPrepared(fixture.chain.client, wallet, narrow.sendCalls);
    expect(statuses(worse)).toEqual(["reverted"]);
    expect(await tokensOf(address)).toBe(0n);
  });

  it("names what is wrong with an order", async () => {
    const { address } = await fixture.chain.funded();
    const amountIn = "1000000000000000";
    const stranger = `0x${"cd".repeat(20)}`;
    await expect(
      prepare({ from: address, amountIn, tokenAddress: stranger }),
    ).rejects.toMatchObject({ code: "token_not_found", status: 404 });
    await expect(prepare({ from: address, amountIn, side: "sell" })).rejects.toMatchObject({
      code: "invalid_body",
      message: "amountIn: must be at most 0, the tokens of the sender",
    });
    const tooMuch = (2n ** 100n).toString().slice(0, 30);
    await expect(prepare({ from: address, amountIn: tooMuch })).rejects.toMatchObject({
      code: "invalid_body",
      status: 400,
    });
    const opensAt = Math.floor(Date.now() / 1_000) + 3_600 * 24 * 7;
    const later = await fixture.launch({ startTime: opensAt });
    await expect(
      prepare({ from: address, amountIn, tokenAddress: later.token }),
    ).rejects.toMatchObject({
      code: "invalid_body",
      message: expect.stringMatching(/^Trading has not started/),
    });
  });
});

describe("a prepared claim", () => {
  it("pays streams and shares of managers in one call, whoever sends it", async () => {
    const earner = await fixture.chain.funded();
    const own = await fixture.launch({ creatorAddress: earner.address });
    const split = await fixture.launch({
      feeSplitRecipients: [
        { type: "wallet", id: earner.address, split: "7000000" },
        { type: "wallet", id: fixture.trader.address, split: "3000000" },
      ],
    });
    await fixture.trader.buy(own.token, parseEther("0.05"));
    await fixture.trader.buy(split.token, parseEther("0.05"));
    await fixture.untilIndexed();
    const stranger = await fixture.chain.funded();
    const prepared = await claim({ from: stranger.address, account: earner.address });
    expect(prepared.sendCalls.calls).toHaveLength(1);
    expect(prepared.sources.map(({ kind }) => kind).sort()).toEqual(["manager", "token"]);
    const before = await etherOf(earner.address);
    const gas = BigInt(prepared.cost.gas);
    const sent = await sendPrepared(fixture.chain.client, stranger.wallet, prepared.sendCalls, gas);
    expect(statuses(sent)).toEqual(["success"]);
    expect((await etherOf(earner.address)) - before).toBe(BigInt(prepared.totalWei));
    await fixture.untilIndexed();
    await expect(claim({ from: earner.address })).rejects.toMatchObject({
      code: "nothing_to_claim",
      status: 400,
    });
  });

  it("claims a single stream for its sender", async () => {
    const creator = await fixture.chain.funded();
    const own = await fixture.launch({ creatorAddress: creator.address });
    await fixture.trader.buy(own.token, parseEther("0.05"));
    await fixture.untilIndexed();
    const prepared = await claim({ from: creator.address });
    const before = await etherOf(creator.address);
    const [receipt] = await sendPrepared(fixture.chain.client, creator.wallet, prepared.sendCalls);
    const fee = (receipt?.gasUsed ?? 0n) * (receipt?.effectiveGasPrice ?? 0n);
    const paid = (await etherOf(creator.address)) - before + fee;
    expect(paid).toBe(BigInt(prepared.totalWei));
    expect(prepared.summary).toMatch(
      /^Claim 0\.\d+ ETH for 0x\w+ on Base Sepolia, from 1 source\.$/,
    );
  });
});
