import { setTimeout as sleep } from "node:timers/promises";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import { boundedEthUsdFeedAbi } from "@/lib/shared/abi/bounded-eth-usd-feed";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { marketCapPriceAbi } from "@/lib/shared/abi/market-cap-price";
import type { IndexerContext } from "./indexer-context";

const EVERY_MS = 30_000;

/**
 * Keeps the price of ETH in dollars, by the feed that launches on the chain use and under the same
 * checks: a stale or unbelievable answer counts as none.
 */
export async function followEthPrice(ctx: IndexerContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await ctx.datasets.saveEthPrice(await readEthPrice(ctx), ctx.clock.now());
    } catch (error) {
      // The database is away; the follower says so.
      ctx.log.debug({ err: error }, "eth price update delayed");
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Dollars per ETH times 10^18; null without a feed to trust. */
async function readEthPrice({ reader, deployment, log }: IndexerContext): Promise<bigint | null> {
  try {
    const price = decodeFunctionResult({
      abi: launchpadAbi,
      functionName: "price",
      data: await reader.call({
        to: deployment.core.launchpad,
        data: encodeFunctionData({ abi: launchpadAbi, functionName: "price" }),
      }),
    });
    const abi = marketCapPriceAbi;
    const [feed, answer] = await Promise.all([
      reader.call({ to: price, data: encodeFunctionData({ abi, functionName: "feed" }) }),
      reader.call({ to: price, data: encodeFunctionData({ abi, functionName: "ethUsd" }) }),
    ]);
    // Every feed has this part of Chainlink's interface.
    const decimals = decodeFunctionResult({
      abi: boundedEthUsdFeedAbi,
      functionName: "decimals",
      data: await reader.call({
        to: decodeFunctionResult({ abi, functionName: "feed", data: feed }),
        data: encodeFunctionData({ abi: boundedEthUsdFeedAbi, functionName: "decimals" }),
      }),
    });
    const scaled = decodeFunctionResult({ abi, functionName: "ethUsd", data: answer });
    return (scaled * 10n ** 18n) / 10n ** BigInt(decimals);
  } catch (error) {
    log.debug({ err: error }, "eth price unavailable");
    return null;
  }
}
