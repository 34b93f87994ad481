import { type Address, encodeFunctionData, parseEther, size } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { gasLimitFor, LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { getAccount } from "@/lib/features/market/holders/get-account";
import { moderatedTokens } from "@/lib/features/moderation/store/tables";
import { CALL_GAS_MAX } from "@/lib/features/rpc/limit-call-gas";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import { UNKNOWN_OWED } from "@/lib/web/managers/other-earners";
import { readManager } from "@/lib/web/managers/read-manager";
import { releaseShare } from "@/lib/web/managers/release-share";
import { BUNDLED_READS } from "@/lib/web/trade/chain-reader";
import type { TradeSigner } from "@/lib/web/trade/run/trade-signer";
import { newAddress } from "../../setup/chain/new-address";
import { relayedClient } from "../../setup/chain/relayed-client";
import {
  createServiceFixture,
  type ServiceFixture,
} from "../../setup/stack/create-service-fixture";
import { ownInput } from "../../setup/stack/own-input";

/** Figures and releases of the managers page. */

const CHAIN = "base-sepolia" as const;
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await createServiceFixture();
});
afterAll(() => fixture.stop());

async function earningToken(managerAddress: Address, creator: Address, ether: string) {
  const terms = { creatorAddress: creator, revenueManagerAddress: managerAddress };
  const { token } = await fixture.launch(terms);
  await fixture.trader.buy(token, parseEther(ether));
  return token;
}

/** A manager whose creator `poor` has one token, which all others out-earn. */
async function createBusyManager(count: number) {
  const [owner, rich, poor] = [newAddress(), newAddress(), newAddress()];
  const { managerAddress: manager } = await createRevenueManager({
    ctx: fixture.ctx,
    input: ownInput({
      protocolFeeBps: 1_000,
      recipient: { type: "wallet", id: owner },
      owner: null,
    }),
  });
  const tokens = [await earningToken(manager, poor, "0.01")];
  while (tokens.length < count) tokens.push(await earningToken(manager, rich, "0.1"));
  return { manager, owner, rich, poor, tokens };
}

/** Refuses a gas limit without the margin, and everything but a transaction. */
function signerOf(
  wallet: Awaited<ReturnType<ServiceFixture["chain"]["funded"]>>["wallet"],
): TradeSigner {
  const refuse = async () => {
    throw new Error("not needed");
  };
  return {
    address: wallet.account.address,
    async sendTransaction(call) {
      const estimate = await fixture.chain.client.estimateGas({ ...call, account: wallet.account });
      expect(call.gas).toBe(gasLimitFor(estimate, LATER_WORK_GAS));
      return wallet.sendTransaction(call);
    },
    signPermit: refuse,
    signConsent: refuse,
    batch: null,
  };
}

it("pays the income of a token whose stream a stranger has claimed", async () => {
  const { manager, poor, tokens } = await createBusyManager(1);
  const [token] = tokens;
  if (token === undefined) throw new Error("The manager has a token");
  const reader = relayedClient(fixture.chain.client);
  const { wallet } = await fixture.chain.funded();
  const claimed = await wallet.writeContract({
    address: fixture.deployment.contracts.launchHook,
    abi: launchHookAbi,
    functionName: "claim",
    args: [token],
  });
  await reader.waitForTransactionReceipt({ hash: claimed });
  const { paidWei } = await releaseShare({
    reader,
    signer: signerOf(wallet),
    manager,
    account: poor,
    tokens,
    pollingMs: 50,
    onSent: () => undefined,
  });
  expect(paidWei).toBeGreaterThan(0n);
  expect(await reader.getBalance({ address: poor })).toBe(paidWei);
});

it("pays the creator of a token that 20 tokens of the manager out-earn", async () => {
  const { manager, poor, tokens } = await createBusyManager(21);
  const reader = relayedClient(fixture.chain.client);
  const { wallet } = await fixture.chain.funded();
  const { paidWei } = await releaseShare({
    reader,
    signer: signerOf(wallet),
    manager,
    account: poor,
    tokens,
    pollingMs: 50,
    onSent: () => undefined,
  });
  expect(paidWei).toBeGreaterThan(0n);
  expect(await reader.getBalance({ address: poor })).toBe(paidWei);
});

it("is shown with the sums of all tokens, read within the gas that the relay allows", async () => {
  const { manager, owner, rich, poor, tokens } = await createBusyManager(27);
  const { client } = fixture.chain;
  const due = (account: Address) => ({
    address: manager,
    abi: revenueManagerAbi,
    functionName: "claimable" as const,
    args: [account, tokens] as const,
  });
  const sums = new Map<Address, bigint>();
  for (const account of [owner, rich, poor]) {
    sums.set(account, await client.readContract(due(account)));
  }
  const facts = await readManager(client, {
    factories: [fixture.deployment.contracts.managerFactory],
    manager,
    tokens,
    owed: UNKNOWN_OWED,
  });
  const earners = facts.kind === "none" ? [] : facts.earners;
  expect(new Map(earners.map(({ account, claimableWei }) => [account, claimableWei]))).toEqual(
    sums,
  );
  // All of a bundle are as dear as those of the account with the most tokens.
  const call = encodeFunctionData(due(rich));
  const perBundle = BigInt(Math.ceil(BUNDLED_READS.batchSize / size(call)));
  const gas = await client.estimateGas({ to: manager, data: call });
  expect(gas * perBundle).toBeLessThan(CALL_GAS_MAX);
});

it("counts hidden tokens, which lists omit, and no stream that it holds but does not manage", async () => {
  const { manager, poor, tokens } = await createBusyManager(2);
  const [hidden] = tokens;
  if (hidden === undefined) throw new Error("The manager has two tokens");
  const { client } = fixture.chain;
  const { wallet } = await fixture.chain.funded();
  const creator = wallet.account.address;
  const { token: foreign } = await fixture.launch({ creatorAddress: creator });
  await fixture.trader.buy(foreign, parseEther("0.1"));
  const transfer = await wallet.writeContract({
    address: fixture.deployment.contracts.feeStream,
    abi: feeStreamAbi,
    functionName: "transferFrom",
    args: [creator, manager, BigInt(foreign)],
  });
  await client.waitForTransactionReceipt({ hash: transfer });
  await fixture.untilIndexed();
  const { chainId, ctx } = fixture;
  await fixture.db
    .insert(moderatedTokens)
    .values({ chainId, address: hidden, state: "hidden", reason: "other", at: ctx.clock.now() });
  const page = { order: "newest", limit: 100, offset: 0 } as const;
  const listed = await ctx.market.listTokens({ chainId, manager, ...page });
  const input = { params: { chain: CHAIN, address: manager }, query: {}, body: undefined };
  const { streams } = await getAccount({ ctx, input });
  expect(streams.map(({ tokenAddress }) => tokenAddress)).toContain(foreign);
  const facts = await readManager(client, {
    factories: [fixture.deployment.contracts.managerFactory],
    manager,
    tokens: listed.map(({ address }) => address),
    streams: streams.map(({ tokenAddress }) => tokenAddress),
    owed: UNKNOWN_OWED,
  });
  expect(facts).toMatchObject({ tokens: expect.not.arrayContaining([foreign]) });
  const earners = facts.kind === "none" ? [] : facts.earners;
  expect(earners.find(({ account }) => account === poor)?.claimableWei).toBe(
    await client.readContract({
      address: manager,
      abi: revenueManagerAbi,
      functionName: "claimable",
      args: [poor, tokens],
    }),
  );
});
