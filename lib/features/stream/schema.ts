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
/** A token as lists and its own page show it, with the names that it has there. */
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

/** Why a stream could not go on where its reader was. */
export const RESET_REASONS = ["unknown_id", "too_old", "reorg", "too_many"] as const;

/** The events of a market stream, each with its data. */
export const STREAM_EVENTS = {
  /** Begins a stream without a `Last-Event-ID`: what follows comes after `block`. */
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
   * What a token is worth now, soon after its launch, its trades and its metadata. Only with
   * `figures=true`. It has no id of its own: the id is that of the event before it.
   */
  token: tokenFigures,
  /** Everything after `block` was taken back; what follows replaces it. */
  reorg: z.strictObject({ block }),
  /** Events may be missing: read anew what you show. What follows comes after `block`. */
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
