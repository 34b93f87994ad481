import { z } from "zod";

/**
 * The shapes that market sites publish, transcribed from their documents, to check our responses
 * against. Objects are strict: a site ignores or rejects what it does not know.
 */

/** Amounts and prices: numbers, or text for values that JSON numbers cannot hold. */
const numeric = z.union([z.number(), z.string().regex(/^\d+(\.\d{1,50})?$/)]);
const above = numeric.refine((value) => Number(value) > 0, "must be above zero");
const count = z.number().int().nonnegative();
const metadata = z.record(z.string(), z.string()).optional();

const block = z.strictObject({ blockNumber: count, blockTimestamp: count, metadata });
const pool = z.strictObject({
  id: z.string(),
  name: z.string(),
  assetIds: z.array(z.string()),
  pairIds: z.array(z.string()),
  metadata,
});
const asset = {
  id: z.string().min(1),
  name: z.string().min(1),
  symbol: z.string().min(1),
  totalSupply: numeric.optional(),
  circulatingSupply: numeric.optional(),
  coinGeckoId: z.string().optional(),
  metadata,
};
const pair = {
  id: z.string().min(1),
  dexKey: z.string().min(1),
  asset0Id: z.string().min(1),
  asset1Id: z.string().min(1),
  createdAtBlockNumber: count.optional(),
  createdAtBlockTimestamp: count.optional(),
  createdAtTxnId: z.string().optional(),
  feeBps: z.number().nonnegative().optional(),
  pool: pool.optional(),
  metadata,
};
const reserves = z.strictObject({ asset0: numeric, asset1: numeric });
const event = {
  block,
  txnId: z.string().min(1),
  txnIndex: count,
  eventIndex: count,
  maker: z.string().min(1),
  pairId: z.string().min(1),
};
const sides = [
  { asset0In: above, asset1Out: above },
  { asset1In: above, asset0Out: above },
] as const;
function eventsOf(own: { reserves: z.ZodType; metadata: z.ZodType }) {
  const swap = { ...event, ...own, eventType: z.literal("swap"), priceNative: above };
  const liquidity = z.strictObject({
    ...event,
    ...own,
    eventType: z.enum(["join", "exit"]),
    amount0: numeric,
    amount1: numeric,
  });
  const [first, second] = sides;
  const swaps = [z.strictObject({ ...swap, ...first }), z.strictObject({ ...swap, ...second })];
  return z.strictObject({ events: z.array(z.union([...swaps, liquidity])) });
}

/** https://dexscreener.notion.site/DEX-Screener-Adapter-Specs-cc1223cdf6e74a7799599106b65dcd0e, v1.1 */
export const DEX_SCREENER = {
  latestBlock: z.strictObject({ block }),
  asset: z.strictObject({
    asset: z.strictObject({ ...asset, coinMarketCapId: z.string().optional() }),
  }),
  pair: z.strictObject({ pair: z.strictObject(pair) }),
  events: eventsOf({ reserves: reserves.optional(), metadata }),
};

/**
 * "GeckoTerminal Integration API Standards", given to exchanges on request. A published transcript:
 * https://github.com/invariant-labs/api-docs/blob/main/GECKO_TERMINAL_API.md. Differs from DEX Screener's
 * by `decimals`, `creator`, required reserves, and the names of fees.
 */
const fee = numeric.optional();
export const GECKO_TERMINAL = {
  latestBlock: z.strictObject({ block }),
  asset: z.strictObject({ asset: z.strictObject({ ...asset, decimals: count }) }),
  pair: z.strictObject({ pair: z.strictObject({ ...pair, creator: z.string().optional() }) }),
  events: eventsOf({
    reserves,
    metadata: z
      .strictObject({ fees0In: fee, fees1In: fee, fees0Out: fee, fees1Out: fee })
      .optional(),
  }),
};

/**
 * CoinGecko, "Exchange API Standards", decentralized exchanges:
 * https://docs.google.com/document/d/1v27QFoQq1SKT3Priq3aqPgB70Xd_PnDzbOCiuoCyixw. A published copy:
 * https://github.com/choice-exchange/.github/blob/main/coingeck_api_docs.md
 */
export const COIN_GECKO_TICKERS = z.array(
  z.strictObject({
    ticker_id: z.string().min(1),
    base_currency: z.string().min(1),
    target_currency: z.string().min(1),
    pool_id: z.string().min(1),
    last_price: above,
    base_volume: numeric,
    target_volume: numeric,
    liquidity_in_usd: numeric,
    bid: numeric.optional(),
    ask: numeric.optional(),
    high: numeric.optional(),
    low: numeric.optional(),
  }),
);

const flags = Object.fromEntries(
  [
    "beforeInitialize",
    "afterInitialize",
    "beforeAddLiquidity",
    "afterAddLiquidity",
    "beforeRemoveLiquidity",
    "afterRemoveLiquidity",
    "beforeSwap",
    "afterSwap",
    "beforeDonate",
    "afterDonate",
    "beforeSwapReturnsDelta",
    "afterSwapReturnsDelta",
    "afterAddLiquidityReturnsDelta",
    "afterRemoveLiquidityReturnsDelta",
  ].map((name) => [name, z.boolean()]),
);

/** https://github.com/Uniswap/hooklist/blob/222cddf3f1bbfb8b69bcb0b468d2cd981215649f/schema.json */
export const UNISWAP_HOOK = z.strictObject({
  hook: z.strictObject({
    address: z.string().regex(/^0x[a-fA-F0-9]{40}$/),
    chain: z.enum(
      (
        "arbitrum avalanche base blast bnb celo ethereum ink linea megaeth monad optimism polygon " +
        "robinhood soneium tempo unichain worldchain xlayer zksync zora"
      ).split(" "),
    ),
    chainId: z.number().int(),
    name: z.string().min(1).max(100).optional(),
    description: z.string().max(500).optional(),
    deployer: z
      .string()
      .regex(/^(0x[a-fA-F0-9]{40})?$/)
      .optional(),
    verifiedSource: z.boolean().optional(),
    auditUrl: z
      .string()
      .regex(/^(https:\/\/.*)?$/)
      .optional(),
    release: z
      .string()
      .regex(/^[a-z0-9-]+\/[a-z0-9.-]+$/)
      .optional(),
  }),
  flags: z.strictObject(flags),
  properties: z.strictObject({
    dynamicFee: z.boolean(),
    upgradeable: z.boolean(),
    requiresCustomSwapData: z.boolean(),
    vanillaSwap: z.boolean(),
    swapAccess: z.enum(["none", "temporal", "allowlist", "governance", "other"]),
  }),
});

/** https://github.com/Uniswap/token-lists/blob/main/src/tokenlist.schema.json, the rules of version 1. */
export const UNISWAP_TOKEN_LIST = z.looseObject({
  name: z
    .string()
    .regex(/^[\w ]+$/)
    .min(1)
    .max(30),
  timestamp: z.iso.datetime(),
  version: z.strictObject({ major: count, minor: count, patch: count }),
  keywords: z
    .array(
      z
        .string()
        .regex(/^[\w ]+$/)
        .min(1)
        .max(20),
    )
    .max(20)
    .optional(),
  tokens: z
    .array(
      z.strictObject({
        chainId: z.number().int().positive(),
        address: z.string().regex(/^0x[a-fA-F0-9]{40}$/),
        decimals: z.number().int().min(0).max(255),
        name: z.string().min(0).max(60),
        symbol: z.string().regex(/^\S*$/).max(20),
        logoURI: z.url().optional(),
      }),
    )
    .max(10_000),
});
