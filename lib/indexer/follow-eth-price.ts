import { setTimeout as sleep } from "node:timers/promises";
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { boundedEthUsdFeedAbi } from "@/lib/shared/abi/bounded-eth-usd-feed";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { marketCapPriceAbi } from "@/lib/shared/abi/market-cap-price";
import type { IndexerContext } from "./indexer-context";

const EVERY_MS = 30_000;

/** The feed has no price that launches would use: it is missing, stale or out of range. */
class NoPriceError extends Error {
  override readonly name = "NoPriceError";
}

/**
 * Stores the price of ETH in US dollars from the feed that launches on the chain use, with the same
 * checks: a stale or out-of-range answer is stored as null. While the node does not respond, or is of
 * another chain, the last price stays until it is too old (`RATE_AGE_MAX`).
 */
export async function followEthPrice(
  ctx: Pick<IndexerContext, "clock" | "datasets" | "deployment" | "log" | "reader">,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await ctx.datasets.saveEthPrice(await readEthPrice(ctx), ctx.clock.now());
    } catch (error) {
      // The node or the database is unreachable; `followChain` logs that.
      ctx.log.debug({ err: error }, "eth price update delayed");
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * US dollars per ETH × 10^18; null without a trusted feed.
 * @throws when the node does not respond
 */
async function readEthPrice({
  reader,
  deployment,
  log,
}: Pick<IndexerContext, "deployment" | "log" | "reader">): Promise<bigint | null> {
  const call = async (to: Address, data: Hex): Promise<Hex> => {
    const answer = await reader.callOrNull({ to, data });
    if (answer === null) throw new NoPriceError("the contract refuses");
    return answer;
  };
  try {
    const feeds = { abi: launchpadAbi, functionName: "price" } as const;
    const current = await call(deployment.core.launchpad, encodeFunctionData(feeds));
    const price = decoded(() => decodeFunctionResult({ ...feeds, data: current }));
    const abi = marketCapPriceAbi;
    const [feed, answer] = await Promise.all([
      call(price, encodeFunctionData({ abi, functionName: "feed" })),
      call(price, encodeFunctionData({ abi, functionName: "ethUsd" })),
    ]);
    // `decimals()` is part of Chainlink's interface, which every feed implements.
    const digits = { abi: boundedEthUsdFeedAbi, functionName: "decimals" } as const;
    const data = await call(
      decoded(() => decodeFunctionResult({ abi, functionName: "feed", data: feed })),
      encodeFunctionData(digits),
    );
    const decimals = decoded(() => decodeFunctionResult({ ...digits, data }));
    const scaled = decoded(() =>
      decodeFunctionResult({ abi, functionName: "ethUsd", data: answer }),
    );
    return (scaled * 10n ** 18n) / 10n ** BigInt(decimals);
  } catch (error) {
    if (!(error instanceof NoPriceError)) throw error;
    log.debug({ err: error }, "eth price unavailable");
    return null;
  }
}

/** @throws NoPriceError for data that is not a result of the function */
function decoded<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    throw new NoPriceError("not a price", { cause });
  }
}
