import { z } from "zod";
import {
  anyCaseAddress,
  checksumAddress,
  decimal,
  hash32,
  unixSeconds,
} from "@/lib/schemas/common";
import { documentAs } from "@/lib/schemas/wire-form";
import { accountParams } from "./fees";
import { TRADE_ID } from "./market";
import { meta } from "./meta";
import {
  flag,
  socials,
  statListItem,
  tokenModeration,
  tokenParams,
  wholeNumberText,
} from "./tokens";

/** Data API extensions for addresses: positions, their history, and launches. */

export const positionParams = tokenParams.extend({
  address: accountParams.shape.address,
});

const cursor = z
  .string()
  .regex(TRADE_ID, "must be a `nextCursor` of this endpoint")
  .optional()
  .meta({ description: "`nextCursor` of the previous page." });
const nextCursor = z
  .string()
  .nullable()
  .meta({ description: "Cursor for the next page; null on the last page." });
const dollars = (of: string) =>
  decimal.nullable().meta({
    description: `${of} in dollars at the current ETH/USD rate; null without an ETH/USD feed.`,
  });

/** Value and results of a position; by average cost, fees included. */
const figures = {
  valueETH: decimal.meta({
    description: "Value of `balance` at the pool's current price, before fee and price impact.",
  }),
  valueUSD: dollars("`valueETH`"),
  costETH: decimal.meta({
    description:
      "ETH paid for the tokens held, including fees. Received tokens cost nothing. Sold, sent and " +
      "burned tokens take their average cost with them.",
  }),
  costUSD: dollars("`costETH`"),
  unrealizedETH: decimal.meta({ description: "`valueETH` minus `costETH`." }),
  unrealizedUSD: dollars("`unrealizedETH`"),
  realizedETH: decimal.meta({
    description:
      "ETH received for sales, after fees, minus the average cost of the tokens sold. Burned tokens count " +
      "as sold for nothing. Sending tokens realizes nothing.",
  }),
  realizedUSD: dollars("`realizedETH`"),
};

export const position = z.strictObject({
  tokenAddress: checksumAddress,
  symbol: z.string(),
  name: z.string(),
  image: z.url().nullable(),
  priceETH: decimal.meta({ description: "ETH per token in the pool." }),
  balance: decimal.meta({ description: "Tokens that the address holds." }),
  averageEntryETH: decimal.nullable().meta({
    description: "`costETH` per token that is held; null if nothing is held.",
  }),
  ...figures,
  paidETH: decimal.meta({ description: "ETH paid for all purchases, including fees." }),
  proceedsETH: decimal.meta({ description: "ETH received for all sales, after fees." }),
  boughtToken: decimal.meta({ description: "Tokens bought." }),
  soldToken: decimal.meta({ description: "Tokens sold." }),
  receivedToken: decimal.meta({ description: "Tokens received without a trade in the pool." }),
  sentToken: decimal.meta({ description: "Tokens sent without a trade in the pool." }),
  burnedToken: decimal.meta({ description: "Tokens burned." }),
  transactions: z.number().int().nonnegative().meta({
    description: "Transactions that changed the position.",
  }),
  moderation: tokenModeration,
});

export const tokenPosition = z.strictObject({ address: checksumAddress, position, meta });

/** The cursor of `tokenTraders`: realized wei, paid wei, address. */
const TRADER_CURSOR = /^(-?\d{1,60})_(\d{1,60})_(0x[0-9a-fA-F]{40})$/;

export const tradersQuery = z.object({
  limit: wholeNumberText(1, 100, 50).meta({ description: "Page size, 1 to 100." }),
  cursor: z
    .string()
    .regex(TRADER_CURSOR, "must be a `nextCursor` of this endpoint")
    .optional()
    .meta({ description: "`nextCursor` of the previous page." }),
});

export const tokenTraders = z.strictObject({
  tokenAddress: checksumAddress,
  traders: z.array(
    z.strictObject({
      address: checksumAddress,
      isCreator: z.boolean().meta({ description: "Whether the address created the token." }),
      ...position.pick({
        balance: true,
        averageEntryETH: true,
        valueETH: true,
        valueUSD: true,
        costETH: true,
        costUSD: true,
        unrealizedETH: true,
        unrealizedUSD: true,
        realizedETH: true,
        realizedUSD: true,
        paidETH: true,
        proceedsETH: true,
        boughtToken: true,
        soldToken: true,
        transactions: true,
      }).shape,
    }),
  ),
  nextCursor,
  meta,
});

export const positionsQuery = z.object({
  limit: wholeNumberText(1, 100, 50).meta({ description: "Page size, 1 to 100." }),
  open: documentAs(flag.default("false"), { type: "boolean", default: false })
    .transform((value) => value === "true")
    .meta({ description: "`true` omits positions with no tokens left." }),
  cursor,
});

export const addressPositions = z.strictObject({
  address: checksumAddress,
  totals: z.strictObject({
    positions: z.number().int().nonnegative().meta({
      description: "Number of positions, closed ones included; at most 1,001.",
    }),
    isComplete: z.boolean().meta({
      description:
        "False for an address with more than 1,000 positions: the totals are those of the 1,001 that " +
        "changed last.",
    }),
    ...figures,
  }),
  positions: z.array(position),
  nextCursor,
  meta,
});

const POSITION_CHANGES = ["buy", "sell", "receive", "send", "burn"] as const;

export const historyQuery = z.object({
  limit: wholeNumberText(1, 1000, 50).meta({ description: "Page size, 1 to 1,000." }),
  tokenAddress: anyCaseAddress.optional().meta({ description: "Only changes of this token." }),
  cursor,
});

const positionChange = z.strictObject({
  id: z.string().regex(TRADE_ID).meta({ description: "Orders all changes of an address." }),
  tokenAddress: checksumAddress,
  symbol: z.string(),
  name: z.string(),
  type: z.enum(POSITION_CHANGES).meta({
    description:
      "The main one, if a transaction did several things. `receive` and `send` are transfers without " +
      "a trade in the token's pool.",
  }),
  amountToken: decimal.meta({ description: "Change of the balance, without its sign." }),
  amountETH: decimal.meta({
    description: "ETH paid, including fees, or received, after fees; 0 for transfers.",
  }),
  realizedETH: decimal.meta({ description: "Profit or loss that this transaction realized." }),
  timestamp: unixSeconds,
  transactionHash: hash32,
});

export const addressHistory = z.strictObject({
  address: checksumAddress,
  history: z.array(positionChange),
  nextCursor,
  meta,
});

export const launchesQuery = z.object({
  limit: wholeNumberText(1, 100, 50).meta({ description: "Page size, 1 to 100." }),
  cursor,
});

export const addressLaunches = z.strictObject({
  address: checksumAddress,
  launches: z.array(
    statListItem.extend({
      socials,
      sentByCreator: z.boolean().meta({
        description:
          "Whether the address itself sent and paid for the launch, through `prepare-launch`. Anyone can " +
          "launch in the name of another address: if false, `name`, `image` and `socials` may come from " +
          "someone else.",
      }),
      startingMarketCapETH: decimal,
      allTimeHighETH: decimal.meta({ description: "Highest market cap in ETH." }),
      holders: z.number().int().nonnegative(),
      earnedETH: decimal.meta({
        description: "Fees of the token in ETH, without what goes to buybacks.",
      }),
      creatorBoughtToken: decimal.meta({ description: "Tokens that the creator bought." }),
      creatorSoldToken: decimal.meta({ description: "Tokens that the creator sold." }),
      creatorBalance: decimal.meta({ description: "Tokens that the creator holds." }),
    }),
  ),
  nextCursor,
  meta,
});

export type Position = z.output<typeof position>;
export type TokenPosition = z.output<typeof tokenPosition>;
export type TokenTraders = z.output<typeof tokenTraders>;
export type AddressPositions = z.output<typeof addressPositions>;
export type PositionChange = z.output<typeof positionChange>;
export type AddressHistory = z.output<typeof addressHistory>;
export type AddressLaunches = z.output<typeof addressLaunches>;
