import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { type HiddenToo, isListed } from "../hidden-tokens";
import { liveDataset } from "../live-dataset";
import type { TokenListRow } from "../market";
import { readRows } from "../raw-columns";
import { tokenTerms } from "../series-tables";
import { tokens } from "../tables";
import { LIST_COLUMNS, readListRow } from "./list-rows";
import { rowOf } from "./list-tokens";

/** Sorts after every character of a term, by bytes. */
const AFTER_ALL = "\u{10ffff}";
/** Maximum matches that are ranked. With more matches, the largest tokens are searched as well. */
const MATCHES_MAX = 500;
const LARGEST = 1_000;

/** Up to `MATCHES_MAX` terms that begin with the text, as a range of an index. */
export function termsFrom(datasetId: SQL, text: SQL): SQL {
  return sql`(select tt.token, tt.term from ${tokenTerms} as tt
    where tt.dataset_id = ${datasetId} and tt.term >= ${text} collate "C"
      and tt.term < (${text} || ${AFTER_ALL}) collate "C"
    order by tt.term limit ${MATCHES_MAX})`;
}

/**
 * Tokens with a search term that begins with one of the texts, by index ranges; the cost does not
 * depend on the number of tokens.
 * @param query.texts normalized by `normalizeText`
 */
export async function searchTokens(
  db: Database,
  {
    chainId,
    texts,
    limit,
    hiddenToo,
  }: HiddenToo & {
    chainId: number;
    texts: readonly string[];
    limit: number;
  },
): Promise<TokenListRow[]> {
  const datasetId = liveDataset(chainId);
  const wanted = sql`${sql.param([...texts])}::text[]`;
  return readRows(
    db,
    readListRow,
    sql`
      with matches as (
        select m.token from unnest(${wanted}) as w(text)
        cross join lateral ${termsFrom(datasetId, sql`w.text`)} as m
      ),
      largest as (
        select t.address, lower(t.name) as name, lower(t.symbol) as symbol from ${tokens} as t
        where t.dataset_id = ${datasetId} order by t.market_cap_wei desc, t.address limit ${LARGEST}
      ),
      found as (
        select token from matches
        union
        select address from largest
        where (select count(*) from matches) >= ${MATCHES_MAX} and exists (
          select from unnest(${wanted}) as w(text)
          where starts_with(name, w.text) or starts_with(symbol, w.text)
            or position(' ' || w.text in name) > 0)
      )
      select ${LIST_COLUMNS} from found
      cross join lateral ${rowOf(datasetId, sql`found.token`)} as t
      where ${isListed({ chainId, hiddenToo }, sql`t.address`)}
      order by (lower(t.symbol) = any(${wanted})) desc, (lower(t.name) = any(${wanted})) desc,
        t.market_cap_wei desc, t.address
      limit ${limit}`,
  );
}
