import { getAddress } from "viem";
import { expect } from "vitest";
import { getTokenSafety } from "@/lib/features/market/get-token-safety";
import { tokenSafety } from "@/lib/features/market/schema/safety";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { smaller } from "@/lib/shared/bigint-min-max";
import { checkProofs } from "./check-proofs";
import type { Fixture } from "./create-fixture";
import type { NaiveMarket, NaiveToken } from "./naive/market";
import { type NaiveChange, type NaivePosition, positionsOf } from "./naive/positions";
import { dec } from "./naive/responses";
import { earlyBuyers, largestHolders } from "./naive/safety";
import type { DataContext } from "./service-context";

const CHAIN = "base-sepolia";
const SUPPLY = 10n ** 29n;

/** Compares every fact of every token with the raw logs and the contracts, and runs every proof. */
export async function checkSafety(
  fixture: Fixture,
  ctx: DataContext,
  market: NaiveMarket,
): Promise<void> {
  const { poolManager, launchHook, launchpad } = fixture.deployment.contracts;
  const contracts = new Set([poolManager, launchHook, launchpad].map((one) => one.toLowerCase()));
  for (const token of market.tokens) await checkToken(fixture, ctx, token, contracts);
}

async function checkToken(
  fixture: Fixture,
  ctx: DataContext,
  token: NaiveToken,
  contracts: ReadonlySet<string>,
): Promise<void> {
  const tokenAddress = getAddress(token.address);
  const params = { chain: CHAIN, tokenAddress } as const;
  const answer = await getTokenSafety({ ctx, input: { params, query: {}, body: undefined } });
  const facts = tokenSafety.parse(answer);
  const positions = positionsOf(token, contracts);
  const share = (wei: bigint) => Number(dec((wei * 10n ** 8n) / token.supply, 6));
  const heldBy = (holder: string) => token.holders.get(holder) ?? 0n;

  expect(facts.supply).toMatchObject({
    initial: dec(SUPPLY),
    current: dec(token.supply),
    burned: dec(SUPPLY - token.supply),
  });
  const own = positions.get(token.creator);
  expect(facts.creator).toMatchObject({
    address: getAddress(token.creator),
    balance: dec(own?.held ?? 0n),
    percentage: share(own?.held ?? 0n),
    bought: dec(own?.bought ?? 0n),
    sold: dec(own?.sold ?? 0n),
    received: dec(own?.received ?? 0n),
    sent: dec(own?.sent ?? 0n),
    burned: dec(own?.burned ?? 0n),
  });
  const largest = largestHolders(token, contracts);
  expect(facts.topHolders).toEqual({
    percentage: share(largest.reduce((sum, [, wei]) => sum + wei, 0n)),
    holders: largest.map(([holder, wei]) => ({
      address: getAddress(holder),
      isCreator: holder === token.creator,
      balance: dec(wei),
      percentage: share(wei),
      proof: expect.any(String),
    })),
  });

  // Tokens of the pool as its own contracts count them.
  const lens = { address: fixture.deployment.contracts.launchLens, abi: launchLensAbi } as const;
  const args = [tokenAddress] as const;
  const [view, locked] = await Promise.all([
    fixture.chain.client.readContract({ ...lens, functionName: "tokenView", args }),
    fixture.chain.client.readContract({ ...lens, functionName: "lockedLiquidity", args }),
  ]);
  const poolWei = locked.tokenAmount + view.wallTokens;
  expect(facts.pool).toMatchObject({ balance: dec(poolWei), percentage: share(poolWei) });
  const wallWei = view.wallTokens;
  expect(facts.bidWall).toMatchObject({ balance: dec(wallWei), percentage: share(wallWei) });
  expect(facts.otherPools).toMatchObject({ balance: "0", percentage: 0 });
  expect(locked.liquidity).toBe(locked.launched);

  const purchases = earlyBuyers(token, positions);
  const sum = (list: bigint[]) => list.reduce((total, wei) => total + wei, 0n);
  const [first] = purchases;
  if (first === undefined) {
    expect(facts.firstBlock).toBeNull();
  } else {
    const [block, bought] = first;
    const buyers = [...bought];
    const held = sum(buyers.map(([holder, wei]) => smaller(heldBy(holder), wei)));
    expect(facts.firstBlock).toEqual({
      block,
      bought: dec(sum(buyers.map(([, wei]) => wei))),
      balance: dec(held),
      percentage: share(held),
      totalBuyers: buyers.length,
      buyers: buyers.map(([holder, wei]) => ({
        address: getAddress(holder),
        isCreator: holder === token.creator,
        bought: dec(wei),
        balance: dec(heldBy(holder)),
        proof: expect.any(String),
      })),
      proof: expect.any(String),
    });
  }
  expect(facts.bundles).toEqual(
    [...purchases]
      .map(([block, bought]) => ({ block, buyers: [...bought] }))
      .filter(({ buyers }) => buyers.length > 1)
      .map(({ block, buyers }) => ({
        block,
        bought: dec(sum(buyers.map(([, wei]) => wei))),
        balance: dec(sum(buyers.map(([holder, wei]) => smaller(heldBy(holder), wei)))),
        totalWallets: buyers.length,
        wallets: buyers.map(([holder]) => getAddress(holder)),
        proof: expect.any(String),
      })),
  );
  const people = new Set([
    token.creator,
    ...[...purchases.values()].flatMap((bought) => [...bought.keys()]),
    ...largest.map(([holder]) => holder),
  ]);
  expect(facts.links).toEqual(linksOf(token, positions, people));
  await checkProofs(fixture, facts, token);
}

/** Transfers among `people`, of the first 100 changes of each sender. */
function linksOf(
  token: NaiveToken,
  positions: Map<string, NaivePosition>,
  people: ReadonlySet<string>,
) {
  const traded = new Set(token.trades.map(({ hash }) => hash));
  const early = new Set(
    [...people].flatMap((holder) =>
      (positions.get(holder)?.changes ?? [])
        .slice(0, 100)
        .filter(({ type }: NaiveChange) => type === "send")
        .map(({ hash }) => `${holder}:${hash}`),
    ),
  );
  return token.moves
    .filter(({ hash, from, to, amount }) => !traded.has(hash) && from !== to && amount > 0n)
    .filter(({ from, to, hash }) => early.has(`${from}:${hash}`) && people.has(to))
    .map(({ from, to, amount, hash }) => ({
      from: getAddress(from),
      to: getAddress(to),
      amount: dec(amount),
      transactionHash: hash,
      proof: `cast receipt ${hash} --rpc-url $RPC_URL`,
    }));
}
