import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareShapes } from "@/lib/drivers/db/prepare-once";
import { type HiddenToo, isListed } from "../hidden-tokens";
import { liveDataset } from "../live-dataset";
import type { TokenListRow } from "../market";
import { bytesOf } from "../raw-columns";
import { tokenTerms } from "../series-tables";
import { tokens } from "../tables";
import { LINE_BREAK, LIST_RECORD, readListRecords } from "./list-rows";
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

type SearchQuery = HiddenToo & {
  chainId: number;
  /** Normalized by `normalizeText`. */
  texts: readonly string[];
  limit: number;
};

/**
 * Tokens with a search term that begins with one of the texts, by index ranges; the cost does not
 * depend on the number of tokens. Ranks the matches first: PostgreSQL would write the record of each
 * of them before it sorts.
 */
export async function searchTokens(db: Database, query: SearchQuery): Promise<TokenListRow[]> {
  const { texts, limit, hiddenToo = [] } = query;
  const hidden = hiddenToo.map(bytesOf);
  const [found] = await searchPage(db, query, { texts: [...texts], limit, hidden });
  return readListRecords(found?.records ?? null);
}

const searchPage = prepareShapes({
  shapeOf: ({ chainId, hiddenToo = [] }: SearchQuery) => [chainId, hiddenToo.length > 0].join(),
  build: searchStatement,
});

function searchStatement(query: SearchQuery): SQL {
  const datasetId = liveDataset(query.chainId);
  const wanted = sql`${sql.placeholder("texts")}::text[]`;
  const hidden = sql`${sql.placeholder("hidden")}::bytea[]`;
  return sql`
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
    ),
    ranked as (
      select t.address, t.market_cap_wei, lower(t.symbol) = any(${wanted}) as is_symbol,
        lower(t.name) = any(${wanted}) as is_name
      from found cross join lateral ${rowOf(datasetId, sql`found.token`)} as t
      where ${isListed(query, sql`t.address`, hidden)}
      order by is_symbol desc, is_name desc, market_cap_wei desc, address
      limit ${sql.placeholder("limit")}
    )
    select string_agg(page.record, ${LINE_BREAK}) as records from (
      select ${LIST_RECORD} as record from ranked as k
      cross join lateral ${rowOf(datasetId, sql`k.address`)} as t
      order by k.is_symbol desc, k.is_name desc, k.market_cap_wei desc, k.address) as page`;
}
