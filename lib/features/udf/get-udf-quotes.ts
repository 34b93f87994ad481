import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { unixSeconds } from "@/lib/features/market/render/token";
import { CHANGE_DIGITS } from "@/lib/features/market/rules/price-change";
import type { QuoteRow } from "@/lib/features/market/store/market";
import type { InputOf } from "@/lib/operations/operation";
import { larger, smaller } from "@/lib/shared/bigint-min-max";
import { formatScaled, weiToNumber } from "@/lib/shared/text/decimal";
import type { getUdfQuotes as operation } from "./operations";
import { exchangeName } from "./rules/udf";
import type { UdfQuotes } from "./schema";

type Values = Extract<UdfQuotes["d"][number], { s: "ok" }>["v"];

/**
 * Extension: returns current quotes of tokens with their 24h change. An unknown symbol gets an error
 * of its own and does not affect the others.
 * @throws AppError invalid_parameters
 */
export async function getUdfQuotes({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "brand" | "env" | "clock" | "market">;
  input: InputOf<typeof operation>;
}): Promise<UdfQuotes> {
  const { chainId } = requireDataChain(ctx, input.params.chain);
  const requested = input.query.symbols;
  const addresses = [...new Set(requested.flatMap(({ address }) => address ?? []))];
  const rows = await ctx.market.findQuotes({ chainId, addresses, now: unixSeconds(ctx) });
  const found = new Map<string, QuoteRow>(rows.map((row) => [row.address, row]));
  return {
    s: "ok",
    d: requested.map(({ name, address }) => {
      const row = address === null ? undefined : found.get(address);
      return row === undefined
        ? { s: "error", n: name, v: {} }
        : { s: "ok", n: name, v: toValues(row, exchangeName(ctx.brand)) };
    }),
  };
}

const PERCENT_E6 = 100_000_000n;

/** Market caps and volumes in ETH, as in the bars. */
function toValues(row: QuoteRow, exchange: string): Values {
  const { marketCapWei, priceChange24hE6 } = row;
  // Guards the division: at -100% no earlier value can be computed, but a price never reaches zero.
  const scale = PERCENT_E6 + priceChange24hE6;
  const openWei = scale <= 0n ? marketCapWei : (marketCapWei * PERCENT_E6) / scale;
  const price = weiToNumber(marketCapWei);
  return {
    ch: weiToNumber(marketCapWei - openWei),
    chp: Number(formatScaled(priceChange24hE6, CHANGE_DIGITS)),
    short_name: row.symbol,
    exchange,
    description: row.name,
    lp: price,
    ask: price,
    bid: price,
    spread: 0,
    open_price: weiToNumber(openWei),
    prev_close_price: weiToNumber(openWei),
    high_price: weiToNumber(larger(row.highWei ?? marketCapWei, marketCapWei)),
    low_price: weiToNumber(smaller(row.lowWei ?? marketCapWei, marketCapWei)),
    volume: weiToNumber(row.volume24hWei),
  };
}
