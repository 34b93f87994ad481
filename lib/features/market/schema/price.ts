import { z } from "zod";
import { ROUTER_VERSIONS } from "@/lib/features/trade/rules/universal-router";
import { checksumAddress, decimal, hash32, poolKey, unixSeconds } from "@/lib/schemas/common";
import { meta } from "./meta";
import { launchProtection, socials, startTime, tokenModeration } from "./tokens";

/**
 * Full details and price data of a token. Market caps, volumes and the bid wall are in ETH; ETH per
 * token is in `priceETH` and the `price` of a candle.
 * Source: docs/interface.md, "Token price data"; docs/decisions.md, "Data API".
 */

const usd = {
  priceUSDC: decimal.nullable().meta({
    description: "USDC per token, counted as one dollar; null without an ETH/USD feed.",
  }),
  priceUSD: decimal.nullable().meta({
    description: "Extension: USD per token by the chain's ETH/USD feed; null without one.",
  }),
  marketCapUSD: decimal.nullable().meta({
    description: "Extension: market cap in USD; null without an ETH/USD feed.",
  }),
};

const priceChange24h = decimal.meta({
  description:
    "Percent change of the price since the last trade at least 24 hours ago, otherwise since the " +
    "launch; truncated to 6 fraction digits.",
});
const volume24h = decimal.meta({
  description:
    "ETH traded in the last 24 hours, in whole minutes; one side of each trade, including the fee.",
});
const volumeUSDC24h = decimal.nullable().meta({
  description:
    "`volume24h` in USDC, each minute at its ETH/USD rate; null without an ETH/USD feed.",
});

/** The bid wall of a token, in ETH except for the two percentages. */
export const trading = z.strictObject({
  bidWallBalance: decimal.meta({ description: "ETH of the bid wall, placed and pending." }),
  bidWallLifetime: decimal.meta({ description: "Total ETH sent to the bid wall." }),
  bidWallRemaining: decimal.meta({
    description: "ETH left in the placed position of the bid wall.",
  }),
  bidWallRemainingPercentage: z.number().nonnegative().meta({
    description:
      "`bidWallRemaining` in percent of the ETH placed at the last move; 0 if none is placed.",
  }),
  buybackBalance: decimal.meta({ description: "Pending ETH for the next move of the bid wall." }),
  buybackProgress: z.number().nonnegative().meta({
    description:
      "`buybackBalance` in percent of the batch at which the bid wall is fed: half of what it gets of the fees when ETH worth the pool's depth is traded.",
  }),
});

export const tokenDetails = z.strictObject({
  tokenAddress: checksumAddress,
  name: z.string(),
  symbol: z.string(),
  image: z.url().nullable(),
  description: z.string().nullable(),
  moderation: tokenModeration,
  price: z.strictObject({
    marketCapETH: decimal,
    priceChange24h,
    startingMarketCapETH: decimal,
    ...usd,
  }),
  volume: z.strictObject({ volume24h, volumeUSDC24h }),
  trading,
  status: z.strictObject({
    fairLaunchActive: z.boolean(),
    createdAt: unixSeconds,
    startTime,
    owner: checksumAddress.meta({
      description: "Holder of the fee stream: a manager, or the creator's wallet.",
    }),
  }),
  socials,
  firstBuy: z
    .strictObject({
      creator: checksumAddress,
      ethIn: decimal.meta({ description: "ETH that the creator paid, including the fee." }),
      tokens: z.string().meta({ description: "Smallest units that the creator bought." }),
      supplyPercentage: z.number().nonnegative().meta({
        description: "`tokens` in percent of the supply at launch.",
      }),
      balance: z.string().meta({ description: "Smallest units that the creator holds now." }),
    })
    .nullable()
    .meta({
      description:
        "Extension: what the creator bought in the launch transaction, before anyone else; null " +
        "if nothing.",
    }),
  launchProtection: launchProtection.nullable().meta({
    description:
      "Extension: the higher fee of purchases when trading opens, also after its end; null if the " +
      "token was launched without launch protection.",
  }),
  referralShare: z
    .number()
    .int()
    .min(0)
    .max(100)
    .meta({
      description:
        "Extension: percentage of the trading fee that goes to the referrer named in a trade, " +
        "out of the creator share.",
    }),
  poolKey: poolKey.nullable().meta({
    description:
      "Extension: the token's Uniswap v4 pool. `GET /api/v1/config` has the contracts to trade in it. " +
      "Null, like the next two fields, if this launchpad has no node of the chain.",
  }),
  poolId: hash32.nullable().meta({ description: "Keccak-256 of the ABI-encoded `poolKey`." }),
  universalRouterVersion: z
    .enum(ROUTER_VERSIONS)
    .nullable()
    .meta({ description: "Version of the chain's Universal Router, for which swaps are encoded." }),
  meta,
});

/** `open`, `high`, `low`, `close` and `marketCap` are market caps in ETH. */
export const candle = z.strictObject({
  timestamp: unixSeconds.meta({ description: "Start of the bucket." }),
  open: decimal.meta({ description: "Market cap before the bucket's first trade." }),
  high: decimal,
  low: decimal,
  close: decimal,
  closeUSDC: decimal.nullable().meta({
    description:
      "`close` in USDC at the ETH/USD rate of its time, or the current rate if that is not known; null " +
      "without an ETH/USD feed.",
  }),
  volume: decimal.meta({ description: "ETH traded in the bucket." }),
  marketCap: decimal.meta({ description: "Same as `close`." }),
  price: decimal.meta({ description: "ETH per token after the bucket's last trade." }),
});
const dailyCandle = candle.extend({
  date: z.number().int().nonnegative().meta({ description: "Days since 1970-01-01." }),
});

export const tokenPrice = z.strictObject({
  tokenAddress: checksumAddress,
  price: z.strictObject({
    current: decimal.meta({ description: "Market cap in ETH." }),
    marketCapETH: decimal,
    priceETH: decimal,
    priceChange24h,
    priceChange24hPercentage: z.number(),
    allTimeHigh: decimal.meta({ description: "Highest market cap in ETH." }),
    allTimeLow: decimal.meta({ description: "Lowest market cap in ETH." }),
    startingMarketCapETH: decimal,
    ...usd,
  }),
  volume: z.strictObject({
    volume24h,
    volume7d: decimal.meta({ description: "ETH traded in the last 7 days, in whole hours." }),
    volumeUSDC24h,
    volumeUSDC7d: decimal.nullable().meta({
      description: "`volume7d` in USDC, each hour at its ETH/USD rate.",
    }),
  }),
  trading,
  priceHistory: z.strictObject({
    daily: z.array(dailyCandle),
    hourly: z.array(candle),
    minutely: z.array(candle),
    secondly: z.array(candle),
  }),
  status: z.strictObject({
    isActive: z.boolean(),
    createdAt: unixSeconds,
    startTime,
    owner: checksumAddress,
  }),
  meta: meta.extend({
    timeRanges: z.strictObject({
      dailyStart: unixSeconds,
      hourlyStart: unixSeconds,
      minutelyStart: unixSeconds,
      secondlyStart: unixSeconds,
    }),
  }),
});

export type Trading = z.output<typeof trading>;
export type TokenDetails = z.output<typeof tokenDetails>;
export type Candle = z.output<typeof candle>;
export type TokenPrice = z.output<typeof tokenPrice>;
