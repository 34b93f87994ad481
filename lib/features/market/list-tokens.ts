import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { InputOf } from "@/lib/operations/operation";
import { AppError } from "@/lib/shared/errors";
import { formatScaled, formatWei } from "@/lib/shared/text/decimal";
import type { listTokens as operation } from "./operations/tokens";
import { renderUsd } from "./render/market";
import { renderMeta, renderOnce, renderStats, renderToken, unixSeconds } from "./render/token";
import { formatPrice } from "./rules/market-cap";
import { CHANGE_DIGITS } from "./rules/price-change";
import { SPARKLINE_SECONDS, SPARKLINE_YOUNG_SECONDS, sparkline } from "./rules/sparkline";
import { readCursor, writeCursor } from "./schema/token-ranges";
import type { TokenList, TokenListItem } from "./schema/tokens";
import type { ListPosition, RankFigures, TokenListRow, TokenRanges } from "./store/market";

/**
 * Data API: a page of a chain's tokens; default order: highest market cap first.
 * @throws AppError invalid_parameters
 */
export async function listTokens({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<TokenList> {
  const chain = requireDataChain(ctx, input.params.chain);
  const { limit, offset, manager, ownerAddress, sort, direction, ranges } = input.query;
  const { figures, addresses, sparkline: wantsSparkline } = input.query;
  const now = unixSeconds(ctx);
  const after = readPosition(input.query);
  // Named tokens go by offset: a cursor cannot be combined with `addresses`.
  const hasNext = after !== undefined || (figures === "true" && addresses === undefined);
  const rows = await ctx.market.listTokens({
    chainId: chain.chainId,
    order: sort ?? "marketCap",
    direction,
    manager,
    ownerAddress,
    addresses,
    ranges: toRanges(ranges, now),
    limit,
    offset,
    after,
    prices: sort !== undefined,
    figures: figures === "true",
    positions: hasNext,
    series:
      wantsSparkline === "true"
        ? { since: now - SPARKLINE_SECONDS, youngSince: now - SPARKLINE_YOUNG_SECONDS }
        : undefined,
  });
  const isPlain = sort === undefined && figures !== "true" && wantsSparkline !== "true";
  const last = rows.length < limit ? undefined : rows.at(-1)?.position;
  return {
    data: rows.map((row) => {
      const item = renderItem(ctx, row, now);
      return isPlain ? item : { ...item, ...renderAdded(row, sort, now) };
    }),
    pagination: {
      limit,
      offset,
      ...(hasNext
        ? { next: last === undefined ? null : writeCursor(cursorOf(last, direction)) }
        : {}),
    },
    meta: renderMeta(ctx, chain),
  };
}

const renderItem = renderOnce((ctx, row) => ({
  ...renderToken(ctx, row),
  fairLaunchActive: false,
}));

type Query = InputOf<typeof operation>["query"];

/** Fields that a request adds to those of all lists. */
function renderAdded(row: TokenListRow, sort: Query["sort"], now: number): Partial<TokenListItem> {
  const { candles, figures, marketCapWei, ethUsdE18 = null } = row;
  return {
    ...(sort === undefined
      ? {}
      : { ...renderStats(row), marketCapUSD: renderUsd(marketCapWei, ethUsdE18) }),
    ...(candles === undefined
      ? {}
      : { sparkline: sparkline({ ...row, candles }, now).map(formatWei) }),
    ...(figures === undefined ? {} : { figures: renderFigures(figures) }),
  };
}

/** Orders by amounts in wei, which exceed the integers of the database. */
const WEI_ORDERS: readonly string[] = ["marketCap", "volume24h", "liquidity"];

/** @throws AppError invalid_parameters for the cursor of another order */
function readPosition({ cursor, sort, direction, ranges }: Query): ListPosition | undefined {
  if (cursor === undefined) return undefined;
  const position = readCursor(cursor);
  const order = sort ?? "marketCap";
  const isExactNewest = order === "newest" && ranges === undefined;
  if (
    position !== null &&
    position.direction === (direction ?? "desc") &&
    position.keys.length === (isExactNewest ? 2 : 1) &&
    (WEI_ORDERS.includes(order) || position.keys.every((key) => BigInt.asIntN(64, key) === key))
  ) {
    return position;
  }
  const message = "belongs to another order";
  throw new AppError("invalid_parameters", "The cursor belongs to another order.", {
    details: [{ path: "cursor", message }],
  });
}

function cursorOf({ keys, address }: ListPosition, direction: "asc" | undefined) {
  return { direction: direction ?? ("desc" as const), keys: [...keys], address };
}

/** The ranges of the dataset; undefined without any. An age is the time since the launch. */
function toRanges(ranges: Query["ranges"], now: number): TokenRanges | undefined {
  if (ranges === undefined) return undefined;
  const { ageSeconds, ...others } = ranges;
  const before = (age: number | undefined) => (age === undefined ? undefined : now - age);
  return { ...others, createdAt: { min: before(ageSeconds.max), max: before(ageSeconds.min) } };
}

function renderFigures(figures: RankFigures): NonNullable<TokenListItem["figures"]> {
  const change = (e6: bigint) => formatScaled(e6, CHANGE_DIGITS);
  return {
    priceETH: formatPrice(figures.sqrtPriceX96),
    priceChange5m: change(figures.change5mE6),
    priceChange1h: change(figures.change1hE6),
    priceChange6h: change(figures.change6hE6),
    trades24h: figures.trades24h,
    holders: figures.holders,
    liquidityETH: formatWei(figures.liquidityWei),
    creatorShare: figures.creatorBps / 100,
    topHoldersShare: figures.topHoldersBps / 100,
    firstBlockShare: figures.firstBlockBps / 100,
  };
}
