import { sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareRaw } from "@/lib/drivers/db/prepare-once";
import { DAY } from "../../rules/day-window";
import type { OfToken, TokenMarketRow } from "../market";
import type { FindRates, RateAt } from "../recent-rates";
import {
  big,
  hex,
  int,
  orNull,
  type RawRow,
  address as readAddress,
  text,
} from "../tables/raw-columns";
import { balances } from "../tables/tables";
import { priceStatement, priceValues, readPriceRow } from "./price-rows";

const COLUMNS = `address symbol name protection_start_bps protection_end image description website
  twitter telegram discord farcaster creator first_buy_wei first_buy_tokens_wei pool_id
  referral_percent`;

const statement = prepareRaw((chainId: number) =>
  priceStatement(chainId, {
    columns: COLUMNS,
    more: sql`, coalesce((select b.amount_wei from ${balances} as b
      where b.dataset_id = t.dataset_id and b.token = t.address and b.holder = t.creator), 0)
      as creator_balance_wei`,
  }),
);

function readMarketRow(row: RawRow, rateAt: RateAt): TokenMarketRow {
  return {
    ...readPriceRow(row, rateAt),
    address: readAddress(row.address),
    symbol: text(row.symbol),
    name: text(row.name),
    protectionStartBps: int(row.protection_start_bps),
    protectionEnd: int(row.protection_end),
    image: orNull(text, row.image),
    description: orNull(text, row.description),
    website: orNull(text, row.website),
    twitter: orNull(text, row.twitter),
    telegram: orNull(text, row.telegram),
    discord: orNull(text, row.discord),
    farcaster: orNull(text, row.farcaster),
    creator: readAddress(row.creator),
    firstBuyWei: big(row.first_buy_wei),
    firstBuyTokensWei: big(row.first_buy_tokens_wei),
    creatorBalanceWei: big(row.creator_balance_wei),
    poolId: hex(row.pool_id),
    referralPercent: int(row.referral_percent),
  };
}

/** The market of a token at a time. @param query.now Unix seconds at which windows end */
export async function findTokenMarket(
  db: Database,
  findRates: FindRates,
  query: OfToken & { now: number },
): Promise<TokenMarketRow | null> {
  const [[row], rateAt] = await Promise.all([
    statement(db, query.chainId, priceValues(query)),
    findRates(query.chainId, { from: query.now - 7 * DAY, to: query.now }),
  ]);
  return row === undefined ? null : readMarketRow(row, rateAt);
}
