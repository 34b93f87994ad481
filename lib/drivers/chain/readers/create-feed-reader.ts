import { type Address, type PublicClient, parseAbi } from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import { boundedEthUsdFeedAbi } from "@/lib/shared/abi/bounded-eth-usd-feed";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { marketCapPriceAbi } from "@/lib/shared/abi/market-cap-price";
import { shareFor } from "@/lib/shared/share-for";
import { decodeRevert } from "../decode-revert";

const KEPT_MS = 5_000;
const feedAbi = parseAbi([
  "function description() view returns (string)",
  "function decimals() view returns (uint8)",
  "function latestRoundData() view returns (uint80, int256 answer, uint256, uint256 updatedAt, uint80)",
]);

/** An ETH/USD feed. `usdE8` has 8 decimals, whatever the feed has. */
export type FeedState = {
  feed: Address;
  usdE8: bigint;
  /** By the time of the chain's newest block. */
  ageSeconds: number;
  /** Older than this, the launchpad refuses it. */
  maxAgeSeconds: number;
};

/** A feed that a service sets, and its limits. */
export type BoundedFeed = { setter: Address; minUsdE8: bigint; maxUsdE8: bigint };

/**
 * Reads an ETH/USD feed.
 * @throws when the contract is not an ETH/USD feed
 */
export async function readFeed(client: PublicClient, feed: Address): Promise<FeedState> {
  const on = { address: feed, abi: feedAbi } as const;
  const [description, decimals, [, answer, , updatedAt], { timestamp }] = await Promise.all([
    client.readContract({ ...on, functionName: "description" }),
    client.readContract({ ...on, functionName: "decimals" }),
    client.readContract({ ...on, functionName: "latestRoundData" }),
    client.getBlock({ blockTag: "latest" }),
  ]);
  if (!/^ETH\s*\/\s*USD$/i.test(description.trim())) {
    throw new Error(`${feed} has the description "${description}", not ETH / USD`);
  }
  return {
    feed,
    usdE8: (answer * 100_000_000n) / 10n ** BigInt(decimals),
    ageSeconds: Number(timestamp - updatedAt),
    maxAgeSeconds: Number.POSITIVE_INFINITY,
  };
}

/** Reads the price feed that launches use now. */
export function createFeedReader(client: PublicClient, { contracts }: Deployment) {
  const readPriceFeed = shareFor(KEPT_MS, async (): Promise<FeedState> => {
    const price = await client.readContract({
      address: contracts.launchpad,
      abi: launchpadAbi,
      functionName: "price",
    });
    const on = { address: price, abi: marketCapPriceAbi } as const;
    const [feed, heartbeat] = await Promise.all([
      client.readContract({ ...on, functionName: "feed" }),
      client.readContract({ ...on, functionName: "heartbeat" }),
    ]);
    return { ...(await readFeed(client, feed)), maxAgeSeconds: Number(heartbeat) };
  });

  return {
    /** The feed, at most a few seconds old. */
    readPriceFeed,
    /** The setter of a feed and its bounds; null for a feed without a setter. */
    async readBounds(feed: Address): Promise<BoundedFeed | null> {
      const on = { address: feed, abi: boundedEthUsdFeedAbi } as const;
      try {
        const [setter, minUsdE8, maxUsdE8] = await Promise.all([
          client.readContract({ ...on, functionName: "setter" }),
          client.readContract({ ...on, functionName: "minAnswer" }),
          client.readContract({ ...on, functionName: "maxAnswer" }),
        ]);
        return { setter, minUsdE8, maxUsdE8 };
      } catch (error) {
        // Feeds of other providers have no setter.
        if (decodeRevert(error) !== null || isUnanswered(error)) return null;
        throw error;
      }
    },
  };
}

/** A contract without the function and with a fallback returns nothing. */
function isUnanswered(error: unknown): boolean {
  return (
    error instanceof Error &&
    "cause" in error &&
    error.cause instanceof Error &&
    error.cause.name === "AbiDecodingZeroDataError"
  );
}
