import type { ServiceContext } from "@/lib/context";
import type { ChainSlug } from "@/lib/shared/chains";
import { createMarketFeed, type MarketFeed } from "./create-market-feed";

/** The feeds of all chains, one a chain. */
export type MarketFeeds = { of(chain: ChainSlug): MarketFeed };

/** Feeds that look for news whenever the indexer tells of some. */
export function createMarketFeeds(
  ctx: Pick<ServiceContext, "env" | "clock" | "market" | "marketUpdates" | "log">,
): MarketFeeds {
  const feeds = new Map<ChainSlug, MarketFeed>();
  ctx.marketUpdates.subscribe((update) => {
    for (const [chain, feed] of feeds) {
      if (update === null || update.chain === chain) feed.wake(update?.token ?? null);
    }
  });
  return {
    of(chain) {
      const known = feeds.get(chain);
      if (known !== undefined) return known;
      const feed = createMarketFeed(ctx, chain);
      feeds.set(chain, feed);
      return feed;
    },
  };
}
