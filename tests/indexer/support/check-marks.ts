import { getAddress } from "viem";
import { expect } from "vitest";
import { getTokenMarks } from "@/lib/features/market/get-token-marks";
import { tokenMarks } from "@/lib/features/market/schema/marks";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import type { Fixture } from "./create-fixture";
import type { NaiveMarket, NaiveToken } from "./naive/market";
import { positionsOf } from "./naive/positions";
import { dec } from "./naive/responses";
import type { DataContext } from "./service-context";

const CHAIN = "base-sepolia";
const MARKS_EACH = 500;
const TICK_BASE = 1.0001;

/** Compares the marks of every token with the raw logs, and its bid wall with the contracts. */
export async function checkMarks(
  fixture: Fixture,
  ctx: DataContext,
  market: NaiveMarket,
): Promise<void> {
  const { poolManager, launchHook, launchpad } = fixture.deployment.contracts;
  const contracts = new Set([poolManager, launchHook, launchpad].map((one) => one.toLowerCase()));
  for (const token of market.tokens) {
    const tokenAddress = getAddress(token.address);
    const params = { chain: CHAIN, tokenAddress } as const;
    const answer = await getTokenMarks({ ctx, input: { params, query: {}, body: undefined } });
    const { creator, bidWall, marks } = tokenMarks.parse(answer);
    expect(creator).toBe(getAddress(token.creator));
    const trades = marks.filter(({ type }) => type !== "wallMove");
    expect(trades).toEqual(creatorTrades(token, contracts));
    expect(marks.map(orderOf)).toEqual(marks.map(orderOf).toSorted((a, b) => a - b));

    const { client } = fixture.chain;
    const lens = { address: fixture.deployment.contracts.launchLens, abi: launchLensAbi } as const;
    const args = [tokenAddress] as const;
    const view = await client.readContract({ ...lens, functionName: "tokenView", args });
    const moves = await client.getContractEvents({
      address: launchHook,
      abi: launchHookAbi,
      eventName: "BidWallRepositioned",
      args: { poolId: view.poolId },
      fromBlock: 0n,
      strict: true,
    });
    expect(
      marks.filter(({ type }) => type === "wallMove").map(({ id, amountETH }) => [id, amountETH]),
    ).toEqual(
      moves
        .slice(-MARKS_EACH)
        .map((log) => [`${log.blockNumber}-${log.logIndex}`, dec(log.args.ethPlaced)]),
    );
    expect(bidWall === null).toBe(view.wallEth === 0n);
    if (bidWall === null) continue;
    const price = TICK_BASE ** -view.wallLower;
    expect(Number(bidWall.priceETH) / price).toBeCloseTo(1, 6);
    expect(Number(bidWall.marketCapETH) / (price * Number(dec(token.supply)))).toBeCloseTo(1, 6);
  }
}

function creatorTrades(token: NaiveToken, contracts: ReadonlySet<string>) {
  const own = positionsOf(token, contracts).get(token.creator);
  return (own?.changes ?? [])
    .filter(({ type }) => type === "buy" || type === "sell")
    .map(({ id, type, eth, tokens, time, hash }) => ({
      id,
      type: type === "buy" ? "creatorBuy" : "creatorSell",
      amountETH: dec(eth),
      amountToken: dec(tokens),
      timestamp: time,
      transactionHash: hash,
    }))
    .sort((a, b) => orderOf(a) - orderOf(b))
    .slice(-MARKS_EACH);
}

function orderOf({ id }: { id: string }): number {
  const [block = "", logIndex = ""] = id.split("-");
  return Number(block) * 1_000_000 + Number(logIndex);
}
