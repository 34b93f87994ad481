import { z } from "zod";
import { trade } from "@/lib/features/market/schema/market";
import { tokenPrice, trading } from "@/lib/features/market/schema/price";
import { flag, newTokenListItem, tokenListItem } from "@/lib/features/market/schema/tokens";
import {
  anyCaseAddress,
  checksumAddress,
  decimal,
  hash32,
  unixSeconds,
} from "@/lib/schemas/common";

const block = z.number().int().nonnegative();

export const streamQuery = z.object({
  token: anyCaseAddress
    .optional()
    .meta({ description: "Send only events of this token; address in any letter case." }),
  lastEventId: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "Same as the header `Last-Event-ID`, which takes precedence." }),
  figures: flag.optional().meta({
    description:
      "`true` adds `token` events: a token's name, image and figures whenever they change.",
  }),
});

const { price, volume } = tokenPrice.shape;
/** Figures of a token with the field names of list items and token details. */
const tokenFigures = newTokenListItem
  .omit({ description: true })
  .extend({
    volume24h: volume.shape.volume24h,
    priceChange24h: price.shape.priceChange24h,
    marketCapUSD: price.shape.marketCapUSD,
    priceETH: price.shape.priceETH,
    priceUSD: price.shape.priceUSD,
    allTimeHigh: price.shape.allTimeHigh,
    allTimeLow: price.shape.allTimeLow,
    volume7d: volume.shape.volume7d,
    fairLaunchActive: tokenListItem.shape.fairLaunchActive,
    trading,
  })
  .strict();

/** Why a stream could not resume at the client's position. */
const RESET_REASONS = ["unknown_id", "too_old", "reorg", "too_many"] as const;

/** The events of a market stream, each with its data. */
export const STREAM_EVENTS = {
  /** First event of a stream without `Last-Event-ID`: later events come after `block`. */
  ready: z.strictObject({ block }),
  launch: z.strictObject({
    id: z.string().meta({ description: "Block and log index; orders all events." }),
    tokenAddress: checksumAddress,
    name: z.string(),
    symbol: z.string(),
    creator: checksumAddress,
    marketCapETH: decimal,
    timestamp: unixSeconds,
    transactionHash: hash32,
  }),
  trade: trade.extend({ tokenAddress: checksumAddress }),
  /**
   * Current figures of a token, sent soon after its launch, trades and metadata. Only with
   * `figures=true`. Has no id of its own: the id is that of the previous event.
   */
  token: tokenFigures,
  /** Events after `block` were rolled back; later events replace them. */
  reorg: z.strictObject({ block }),
  /** Events may be missing: reload your data. Later events come after `block`. */
  reset: z.strictObject({ block, reason: z.enum(RESET_REASONS) }),
} as const;

const id = z.string().meta({ description: "Opaque; send it as `Last-Event-ID` to resume." });
const eventOf = <Name extends keyof typeof STREAM_EVENTS>(name: Name) =>
  z.strictObject({ id, event: z.literal(name), data: STREAM_EVENTS[name] });

/** One event of a market stream, its `data` line parsed. */
export const streamEvent = z.discriminatedUnion("event", [
  eventOf("ready"),
  eventOf("launch"),
  eventOf("trade"),
  eventOf("token"),
  eventOf("reorg"),
  eventOf("reset"),
]);

export type StreamEvent = z.output<typeof streamEvent>;
export type TokenFigures = z.output<typeof tokenFigures>;
export type StreamEventName = keyof typeof STREAM_EVENTS;
export type ResetReason = (typeof RESET_REASONS)[number];
