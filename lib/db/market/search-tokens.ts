import { sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { tokens } from "../schema/market";
import { tokenTerms } from "../schema/market-series";
import { LIST_COLUMNS, readListRow, rowOf } from "./list-tokens";
import { liveModel } from "./live-model";
import type { Market, TokenListRow } from "./market";
import { readRows } from "./raw-columns";

/** Above every character that a term can begin with, byte by byte. */
const PAST_ALL = "\u{10ffff}";
/** So many matches are looked at; of more, those among the largest tokens are found as well. */
const MATCHES_MAX = 500;
const LARGEST = 1_000;

/** See `Market.searchTokens`: a range of the index on terms, however many tokens there are. */
export async function searchTokens(
  db: Database,
  { chainId, text, limit }: Parameters<Market["searchTokens"]>[0],
): Promise<TokenListRow[]> {
  const chain = liveModel(chainId);
  const range = sql`tt.term >= ${text} and tt.term < ${text + PAST_ALL}`;
  return readRows(
    db,
    readListRow,
    sql`
      with matches as (
        select tt.token from ${tokenTerms} as tt where tt.chain = ${chain} and ${range}
        order by tt.term limit ${MATCHES_MAX}
      ),
      largest as (
        select t.address, lower(t.name) as name, lower(t.symbol) as symbol from ${tokens} as t
        where t.chain = ${chain} order by t.market_cap_wei desc, t.address limit ${LARGEST}
      ),
      found as (
        select token from matches
        union
        select address from largest
        where (select count(*) from matches) = ${MATCHES_MAX} and (
          starts_with(name, ${text}) or starts_with(symbol, ${text})
          or position(${` ${text}`} in name) > 0)
      )
      select ${LIST_COLUMNS} from found
      cross join lateral ${rowOf(chain, sql`found.token`)} as t
      order by (lower(t.symbol) = ${text}) desc, (lower(t.name) = ${text}) desc,
        t.market_cap_wei desc, t.address
      limit ${limit}`,
  );
}
