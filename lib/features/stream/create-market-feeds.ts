import type { ServiceContext } from "@/lib/context";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { spellingsOfDigest } from "@/lib/shared/cid";
import { createMarketFeed, type MarketFeed } from "./create-market-feed";

/** One feed per chain. */
export type MarketFeeds = { of(chain: ChainSlug): MarketFeed };

/** Creates feeds that read new rows on every notification of the indexer. */
export function createMarketFeeds(
  ctx: Pick<ServiceContext, "env" | "clock" | "decisions" | "market" | "marketUpdates" | "log">,
): MarketFeeds {
  const feeds = new Map<ChainSlug, MarketFeed>();
  ctx.marketUpdates.subscribe((update) => {
    for (const [chain, feed] of feeds) {
      if (update === null || update.chain === chain) feed.notify(update?.token ?? null);
    }
  });
  ctx.decisions.onChange(({ tokens, pictures }) => {
    for (const [chain, feed] of feeds) {
      for (const { chainId, address } of tokens) {
        if (CHAINS[chain].chainId === chainId) feed.notify(address);
      }
    }
    if (pictures.length > 0) void notifyOfImages(pictures.flatMap(spellingsOfDigest));
  });
  /** Notifies of the tokens that show one of these images. */
  async function notifyOfImages(images: readonly string[]): Promise<void> {
    for (const [chain, feed] of feeds) {
      const { chainId } = CHAINS[chain];
      try {
        const found = await ctx.market.findTokensWithImage({ chainId, images });
        for (const address of found) feed.notify(address);
      } catch (err) {
        ctx.log.warn({ err, chain }, "tokens of a moderated image not found");
      }
    }
  }
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
