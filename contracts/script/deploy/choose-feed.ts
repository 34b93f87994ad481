import { type Address, zeroAddress } from "viem";
import type { ChainSlug } from "@/lib/shared/chains";
import { addressOption, secondsOption, UsageError } from "../command";
import {
  FEEDS,
  HEARTBEAT_MARGIN_SECONDS,
  OWNER_FEED_HEARTBEAT_SECONDS,
  PRODUCTION_SETTINGS,
  type Settings,
} from "./chain-config";
import { type Step, stepFor } from "./plan-deployment";

/** Options of every command that creates a price source. */
export const FEED_OPTIONS = {
  feed: { type: "string" },
  heartbeat: { type: "string" },
  "sequencer-feed": { type: "string" },
  "without-sequencer-feed": { type: "boolean", default: false },
  "owner-feed": { type: "string" },
  "feed-setter": { type: "string" },
} as const;

export const FEED_USAGE = `  --feed <address>              ETH/USD feed; default: the feed of the chain in chain-config.ts
  --heartbeat <seconds>         longest time between two answers; required for another feed
  --sequencer-feed <address>    L2 sequencer uptime feed; default: the one in chain-config.ts
  --without-sequencer-feed      accepted only on a chain without a published uptime feed
  --owner-feed <usd>            deploy a bounded feed, for a chain without one; the service sets it
  --feed-setter <address>       account that sets that feed (FEED_SETTER_PRIVATE_KEY of the service)`;

type Values = Partial<
  Record<"feed" | "heartbeat" | "sequencer-feed" | "owner-feed" | "feed-setter", string>
> & { "without-sequencer-feed": boolean };

/** A bounded feed, and the dollars per ETH that it starts with. */
type OwnFeed = Step & { usd: string };

/** A price source to create: its feed, and the bounded feed to deploy for it, if any. */
export type ChosenFeed = { feed: Address; price: Settings["price"]; ownFeed: OwnFeed | null };

/**
 * Chooses the feeds of a chain.
 * @param owner owner of a bounded feed
 * @throws UsageError when a feed or its heartbeat is not known
 */
export function chooseFeed(slug: ChainSlug, values: Values, owner: Address): ChosenFeed {
  const known = FEEDS[slug];
  const given = addressOption("feed", values.feed);
  const usd = values["owner-feed"];
  if (given !== null && usd !== undefined) throw new UsageError("either --feed or --owner-feed");
  const heartbeat = secondsOption("heartbeat", values.heartbeat);
  const sequencerFeed = chooseSequencer(slug, values);
  const priceWith = (heartbeatSeconds: number): Settings["price"] => ({
    ...PRODUCTION_SETTINGS.price,
    heartbeatSeconds: heartbeatSeconds + HEARTBEAT_MARGIN_SECONDS,
    sequencerFeed,
  });
  if (usd !== undefined) {
    const price = priceWith(heartbeat ?? OWNER_FEED_HEARTBEAT_SECONDS);
    const ownFeed = boundedFeed(owner, values, price, usd);
    return { feed: ownFeed.address, price, ownFeed };
  }
  const feed = given ?? known.ethUsd?.address;
  if (feed === undefined) {
    throw new UsageError(`no ETH/USD feed of ${slug} is known: --feed 0x… or --owner-feed <usd>`);
  }
  const usual = feed === known.ethUsd?.address ? known.ethUsd.heartbeatSeconds : null;
  const seconds = heartbeat ?? usual;
  if (seconds === null) {
    throw new UsageError(`--heartbeat is required: ${feed} is not the known feed of ${slug}`);
  }
  return { feed, price: priceWith(seconds), ownFeed: null };
}

/** All supported chains are rollups: after an outage of the sequencer an old price looks current. */
function chooseSequencer(slug: ChainSlug, values: Values): Address {
  const known = FEEDS[slug].sequencer;
  const given = addressOption("sequencer-feed", values["sequencer-feed"]);
  if (given !== null) return given;
  if (known !== null) {
    if (!values["without-sequencer-feed"]) return known;
    throw new UsageError(`${slug} has the sequencer uptime feed ${known}; it cannot be left out`);
  }
  if (values["without-sequencer-feed"]) return zeroAddress;
  throw new UsageError(
    `${slug} is a rollup: --sequencer-feed 0x…, or --without-sequencer-feed if its provider publishes none`,
  );
}

/** A feed that the service sets; its address derives from its terms. */
function boundedFeed(
  owner: Address,
  values: Values,
  price: Settings["price"],
  usd: string,
): OwnFeed {
  const setter = addressOption("feed-setter", values["feed-setter"]);
  if (setter === null) throw new UsageError("--owner-feed needs --feed-setter 0x…");
  if (!/^[1-9]\d{0,8}$/.test(usd)) throw new UsageError("--owner-feed: whole dollars per ETH");
  const unit = 100_000_000n;
  const args = [owner, setter, BigInt(usd) * unit, price.minUsd * unit, price.maxUsd * unit];
  return { ...stepFor("ethUsdFeed", "BoundedEthUsdFeed", args), usd };
}
