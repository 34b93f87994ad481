import { setTimeout as sleep } from "node:timers/promises";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import { boundedEthUsdFeedAbi } from "@/lib/shared/abi/bounded-eth-usd-feed";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { marketCapPriceAbi } from "@/lib/shared/abi/market-cap-price";
import type { IndexerContext } from "./indexer-context";

const EVERY_MS = 30_000;

/**
 * Stores the price of ETH in US dollars from the feed that launches on the chain use, with the same
 * checks: a stale or out-of-range answer is stored as null.
 */
export async function followEthPrice(ctx: IndexerContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await ctx.datasets.saveEthPrice(await readEthPrice(ctx), ctx.clock.now());
    } catch (error) {
      // The database is unreachable; `followChain` logs that.
      ctx.log.debug({ err: error }, "eth price update delayed");
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** US dollars per ETH × 10^18; null without a trusted feed. */
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
    // `decimals()` is part of Chainlink's interface, which every feed implements.
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
