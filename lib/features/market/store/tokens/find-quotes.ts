import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { DAY } from "../../rules/day-window";
import { liveDataset } from "../live-dataset";
import type { QuoteRow } from "../market";
import { address, big, hexArray, orNull, readRows, text } from "../tables/raw-columns";
import { candles } from "../tables/series-tables";
import { tokens } from "../tables/tables";

const HOUR = 3_600;

/** Tokens among the addresses, in any order; daily extremes cover whole hours. */
export async function findQuotes(
  db: Database,
  {
    chainId,
    addresses,
    now,
  }: {
    chainId: number;
    addresses: readonly Address[];
    now: number;
  },
): Promise<QuoteRow[]> {
  return readRows(
    db,
    (row) => ({
      address: address(row.address),
      symbol: text(row.symbol),
      name: text(row.name),
      marketCapWei: big(row.marketCapWei),
      volume24hWei: big(row.volume24hWei),
      priceChange24hE6: big(row.priceChange24hE6),
      highWei: orNull(big, row.highWei),
      lowWei: orNull(big, row.lowWei),
    }),
    sql`
      select t.address, t.symbol, t.name, t.market_cap_wei as "marketCapWei",
        t.volume_24h_wei as "volume24hWei", t.price_change_24h_e6 as "priceChange24hE6",
        d."highWei", d."lowWei"
      from ${tokens} as t
      left join lateral (
        select max(c.high_wei) as "highWei", min(c.low_wei) as "lowWei" from ${candles} as c
        where c.dataset_id = t.dataset_id and c.token = t.address and c.seconds = ${HOUR}
          and c.start > ${now - DAY}
      ) as d on true
      where t.dataset_id = ${liveDataset(chainId)} and t.address = any(${hexArray(addresses)})`,
  );
}
