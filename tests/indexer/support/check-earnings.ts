import { type Address, getAddress } from "viem";
import { expect } from "vitest";
import { getTokenFees } from "@/lib/features/market/get-token-fees";
import { getAccount } from "@/lib/features/market/holders/get-account";
import { listManagerEarners } from "@/lib/features/market/holders/list-manager-earners";
import {
  addressFees as accountSchema,
  managerEarners as earnersSchema,
  tokenFees,
} from "@/lib/features/market/schema/fees";
import { addressFeeSplitManagerAbi } from "@/lib/shared/abi/address-fee-split-manager";
import { dynamicAddressFeeSplitManagerAbi } from "@/lib/shared/abi/dynamic-address-fee-split-manager";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";
import type { Fixture } from "./create-fixture";
import type { NaiveMarket, NaiveToken } from "./naive/market";
import { dec, itemOf } from "./naive/responses";
import type { DataContext } from "./service-context";

const CHAIN = "base-sepolia";

/** Compares all earnings with the contracts' own state. */
export async function checkEarnings(
  fixture: Fixture,
  ctx: DataContext,
  market: NaiveMarket,
  accounts: readonly string[],
): Promise<void> {
  for (const token of market.tokens) await checkFees(fixture, ctx, market, token);
  for (const account of accounts) await checkAccount(fixture, ctx, market, getAddress(account));
  for (const manager of market.managers) {
    await checkEarners(fixture, ctx, market, getAddress(manager.address), accounts);
  }
}

/** Compares the earners of a manager with what its contract owes each account. */
async function checkEarners(
  fixture: Fixture,
  ctx: DataContext,
  market: NaiveMarket,
  manager: Address,
  accounts: readonly string[],
): Promise<void> {
  const params = { chain: CHAIN, managerAddress: manager } as const;
  const answer = earnersSchema.parse(
    await listManagerEarners({ ctx, input: { params, query: {}, body: undefined } }),
  );
  const tokens = market.tokens.map((token) => getAddress(token.address));
  const owed = new Map<string, string>();
  for (const account of new Set(accounts.map((one) => getAddress(one)))) {
    const wei = await fixture.chain.client.readContract({
      address: manager,
      abi: revenueManagerAbi,
      functionName: "claimable",
      args: [account, tokens],
    });
    if (wei > 0n) owed.set(account, dec(wei));
  }
  expect(new Map(answer.earners.map(({ address, claimable }) => [address, claimable]))).toEqual(
    owed,
  );
  expect(answer.isComplete).toBe(true);
}

async function checkFees(
  fixture: Fixture,
  ctx: DataContext,
  market: NaiveMarket,
  token: NaiveToken,
): Promise<void> {
  const { client } = fixture.chain;
  const address = getAddress(token.address);
  const params = { chain: CHAIN, tokenAddress: address } as const;
  const fees = tokenFees.parse(
    await getTokenFees({ ctx, input: { params, query: {}, body: undefined } }),
  );
  const view = await client.readContract({
    address: fixture.deployment.contracts.launchLens,
    abi: launchLensAbi,
    functionName: "tokenView",
    args: [address],
  });
  expect(fees).toMatchObject({
    owner: view.feeOwner,
    manager: token.manager === null ? null : getAddress(token.manager),
    totalFees: dec(token.trades.reduce((sum, { fee }) => sum + fee, 0n)),
    referralFees: dec(token.trades.reduce((sum, { referral }) => sum + referral, 0n)),
    earned: dec(view.creatorEarned),
    claimed: dec(view.creatorPaid),
    claimable: dec(view.claimable),
  });
  const total = fees.earners.reduce((sum, { percentage }) => sum + percentage, 0);
  expect(total).toBeCloseTo(100, 9);
  const people = token.shareBps / 100;
  const of = (role: string) =>
    fees.earners.filter((one) => one.role === role).map((one) => [one.address, one.percentage]);
  expect(of("buyback")).toEqual(people === 100 ? [] : [[null, (10_000 - token.shareBps) / 100]]);
  if (people === 0) return;
  if (token.manager === null) {
    expect(of("creator")).toEqual([[view.feeOwner, people]]);
    return;
  }
  const manager = { address: getAddress(token.manager) };
  const payee = await client.readContract({
    ...manager,
    abi: revenueManagerAbi,
    functionName: "payeeOf",
    args: [address],
  });
  const split = { ...manager, abi: addressFeeSplitManagerAbi } as const;
  const kind = market.managers.find((one) => one.address === token.manager)?.kind;
  if (kind !== 1) {
    const dynamic = { ...manager, abi: dynamicAddressFeeSplitManagerAbi } as const;
    const isShared =
      kind === 2 ||
      (await client.readContract({ ...dynamic, functionName: "managedTokens" })).includes(address);
    // All that a dropped token earns goes to its payee.
    const bps = isShared
      ? await client.readContract({ ...split, functionName: "creatorFirstBps" })
      : 10_000;
    const recipients = await client.readContract({ ...split, functionName: "recipients" });
    expect(of("creator")).toEqual([[payee, expect.closeTo((people * bps) / 10_000, 9)]]);
    const shares = new Map(of("recipient").map(([who, part]) => [who, part]));
    expect(shares.size).toBe(bps === 10_000 ? 0 : recipients.length);
    for (const { account, share } of bps === 10_000 ? [] : recipients) {
      const part = (people * (10_000 - bps) * share) / 10_000 / 10_000_000;
      expect(shares.get(account)).toBeCloseTo(part, 9);
    }
    return;
  }
  expect(of("creator")).toEqual([[payee, expect.closeTo(people * 0.8, 9)]]);
  expect(of("protocol")).toEqual([[expect.any(String), expect.closeTo(people * 0.2, 9)]]);
}

async function checkAccount(
  fixture: Fixture,
  ctx: DataContext,
  market: NaiveMarket,
  address: Address,
): Promise<void> {
  const params = { chain: CHAIN, address } as const;
  const answer = accountSchema.parse(
    await getAccount({ ctx, input: { params, query: {}, body: undefined } }),
  );
  const tokens = market.tokens.map((token) => getAddress(token.address));
  const managers = market.managers.map((manager) => getAddress(manager.address));
  const [direct, managed] = await fixture.chain.client.readContract({
    address: fixture.deployment.contracts.launchLens,
    abi: launchLensAbi,
    functionName: "claimable",
    args: [address, tokens, managers],
  });
  const now = ctx.clock.now().getTime() / 1000;
  const low = address.toLowerCase();
  const paidBy = (manager: string) => market.managerPaid.get(`${manager}:${low}`) ?? 0n;
  const streams = direct.reduce((sum, wei) => sum + wei, 0n);
  const claimable = managed.reduce((sum, wei) => sum + wei, streams);
  const claimed = market.managers.reduce(
    (sum, manager) => sum + paidBy(manager.address),
    market.streamPaid.get(low) ?? 0n,
  );
  expect(answer, address).toMatchObject({
    claimable: dec(claimable),
    claimed: dec(claimed),
    earned: dec(claimed + claimable),
  });
  for (const [i, manager] of market.managers.entries()) {
    const part = answer.managers.find((one) => one.managerAddress === managers[i]);
    expect(part?.claimable ?? "0", `${address} in ${manager.address}`).toBe(dec(managed[i] ?? 0n));
    expect(part?.claimed ?? "0").toBe(dec(paidBy(manager.address)));
  }
  const created = market.tokens.filter((token) => token.creator === low).reverse();
  expect(answer.totalTokens).toBe(String(created.length));
  expect(answer.tokens).toEqual(
    created.slice(0, 50).map((token) => expect.objectContaining(itemOf(token, now))),
  );
  expect(
    Object.fromEntries(answer.streams.map((one) => [one.tokenAddress, one.claimable])),
  ).toEqual(
    Object.fromEntries(
      tokens.flatMap((token, i) => ((direct[i] ?? 0n) > 0n ? [[token, dec(direct[i] ?? 0n)]] : [])),
    ),
  );
}
