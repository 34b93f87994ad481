import type { ServiceContext } from "@/lib/context";
import type { FeedState } from "@/lib/drivers/chain/readers/create-feed-reader";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";

type Feed = { chain: ChainSlug; state: FeedState };

/** Registers the age and the limit of the price feed that launches use: with an old answer they fail. */
export function addFeedMetrics(ctx: Pick<ServiceContext, "chains" | "metrics">): void {
  const ofFeed = (name: string, help: string, value: (state: FeedState) => number) =>
    ctx.metrics.add({
      name,
      kind: "gauge",
      help,
      labels: ["chain"],
      read: async () =>
        (await readFeeds(ctx)).map(({ chain, state }) => ({
          labels: { chain },
          value: value(state),
        })),
    });
  ofFeed(
    "slipway_price_feed_age_seconds",
    "Age of the price feed's answer.",
    ({ ageSeconds }) => ageSeconds,
  );
  ofFeed(
    "slipway_price_feed_max_age_seconds",
    "Age of the price feed's answer at which launches fail.",
    ({ maxAgeSeconds }) => maxAgeSeconds,
  );
  // An alert on a share of the limit would fire daily: the margin after a long heartbeat is a small part of it.
  ofFeed(
    "slipway_price_feed_seconds_left",
    "Time until launches fail unless the price feed gets a new answer.",
    ({ ageSeconds, maxAgeSeconds }) => maxAgeSeconds - ageSeconds,
  );
}

/** Omits chains whose node does not respond; `slipway_dependency_up` reports those. */
async function readFeeds({ chains }: Pick<ServiceContext, "chains">): Promise<Feed[]> {
  const found = await Promise.all(
    CHAIN_SLUGS.map(async (slug): Promise<Feed[]> => {
      const state = await chains[slug]?.readPriceFeed().catch(() => null);
      return state ? [{ chain: slug, state }] : [];
    }),
  );
  return found.flat();
}
