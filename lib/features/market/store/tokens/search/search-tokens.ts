import { type SQL, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareShapes } from "@/lib/drivers/db/prepare-once";
import { type HiddenToo, isListed } from "../../hidden-tokens";
import { liveDataset } from "../../live-dataset";
import type { TokenListRow } from "../../market";
import { bytesOf, int } from "../../tables/raw-columns";
import { tokenTerms } from "../../tables/series-tables";
import type { FindLargest, NamedToken } from "../largest-tokens";
import { LINE_BREAK, LIST_RECORD, readListRecords } from "../list-rows";
import { rowOf } from "../row-of";

/** Sorts after every character of a term, by bytes. */
const AFTER_ALL = "\u{10ffff}";
/** Maximum matches of a text that are read from the index, besides the largest tokens. */
const MATCHES_MAX = 500;
/** Further rows that a search reads in case some are hidden. */
export const SPARE = 20;

/** Up to `MATCHES_MAX` terms that begin with the text, as a range of an index. */
export function termsFrom(datasetId: SQL, text: SQL): SQL {
  return sql`(select tt.token, tt.term, tt.kind, tt.size from ${tokenTerms} as tt
    where tt.dataset_id = ${datasetId} and tt.term >= ${text} collate "C"
      and tt.term < (${text} || ${AFTER_ALL}) collate "C"
    order by tt.term limit ${MATCHES_MAX})`;
}

/** Up to `MATCHES_MAX` terms that are the text. */
function termsOf(datasetId: SQL, text: SQL): SQL {
  return sql`(select tt.token, tt.term, tt.kind, tt.size from ${tokenTerms} as tt
    where tt.dataset_id = ${datasetId} and tt.term = ${text} collate "C"
    order by tt.token limit ${MATCHES_MAX})`;
}

type SearchQuery = HiddenToo & {
  chainId: number;
  /** Normalized by `normalizeText`. */
  texts: readonly string[];
  limit: number;
};

/**
 * Terms of the index that can belong to tokens that rank above the matching ones of the largest: those
 * that are the text, or all, if too few of the largest match.
 */
type Scan = "none" | "equal" | "prefix";

/**
 * Tokens with a search term that begins with one of the texts: first those whose symbol is the text,
 * then those whose name is, each by market cap. The cost does not depend on the number of tokens: of
 * up to `MATCHES_MAX` matches besides the largest tokens, those of the largest size classes are ranked.
 */
export async function searchTokens(
  db: Database,
  findLargest: FindLargest,
  query: SearchQuery,
): Promise<TokenListRow[]> {
  const { texts, limit, hiddenToo = [] } = query;
  const largest = await findLargest(query.chainId);
  const { matching, first } = rankNames(largest.startingWith(texts), texts);
  const wanted = limit + SPARE;
  const hidden = hiddenToo.map(bytesOf);
  const read = async (scan: Scan, most = wanted) => {
    const named = scan === "prefix" ? matching : matching.slice(0, wanted);
    const values = { texts: [...texts], limit, hidden, named: named.map(bytesOf), most };
    const [found] = await searchPage(db, { ...query, scan }, values);
    const rows = readListRecords(found?.records ?? null);
    // A short page of many candidates: more of them are hidden than the spare ones.
    return { rows, isShort: rows.length < limit && int(found?.candidates) >= wanted };
  };
  const scan = first >= wanted ? "none" : matching.length >= wanted ? "equal" : "prefix";
  const { rows, isShort } = await read(scan);
  return isShort ? (await read("prefix", MATCHES_MAX)).rows : rows;
}

/** The addresses of matching tokens, best first, and how many of them no other can rank above. */
function rankNames(
  found: readonly NamedToken[],
  texts: readonly string[],
): { matching: Address[]; first: number } {
  const groups: Address[][] = [[], [], [], []];
  for (const { address, name, symbol } of found) {
    const rank = (texts.includes(symbol) ? 0 : 2) + (texts.includes(name) ? 0 : 1);
    groups[rank]?.push(address);
  }
  return { matching: groups.flat(), first: groups[0]?.length ?? 0 };
}

const searchPage = prepareShapes({
  shapeOf: ({ chainId, scan, hiddenToo = [] }: SearchQuery & { scan: Scan }) =>
    [chainId, scan, hiddenToo.length > 0].join(),
  build: searchStatement,
});

/** Ranks keys before it reads rows: PostgreSQL would write the record of each match before it sorts. */
function searchStatement(query: SearchQuery & { scan: Scan }): SQL {
  const datasetId = liveDataset(query.chainId);
  const wanted = sql`${sql.placeholder("texts")}::text[]`;
  const hidden = sql`${sql.placeholder("hidden")}::bytea[]`;
  const ofIndex = { none: null, equal: termsOf, prefix: termsFrom }[query.scan];
  const matches =
    ofIndex === null
      ? sql``
      : sql`union (select m.token from unnest(${wanted}) as w(text)
          cross join lateral ${ofIndex(datasetId, sql`w.text`)} as m
          group by m.token
          order by max(case when m.term = w.text then m.kind else 0 end) desc, max(m.size) desc, m.token
          limit ${sql.placeholder("most")})`;
  return sql`
    with found as materialized (
      select n.token from unnest(${sql.placeholder("named")}::bytea[]) as n(token) ${matches}
    ),
    ranked as (
      select t.address, t.market_cap_wei, lower(t.symbol) = any(${wanted}) as is_symbol,
        lower(t.name) = any(${wanted}) as is_name
      from found cross join lateral ${rowOf(datasetId, sql`found.token`)} as t
      where ${isListed(query, sql`t.address`, hidden)}
      order by is_symbol desc, is_name desc, market_cap_wei desc, address
      limit ${sql.placeholder("limit")}
    )
    select string_agg(page.record, ${LINE_BREAK}) as records,
      (select count(*) from found)::int as candidates from (
      select ${LIST_RECORD} as record from ranked as k
      cross join lateral ${rowOf(datasetId, sql`k.address`)} as t
      order by k.is_symbol desc, k.is_name desc, k.market_cap_wei desc, k.address) as page`;
}
