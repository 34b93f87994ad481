import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareShapes } from "@/lib/drivers/db/prepare-once";
import { lettersOf, prefixEditDistance, typosAllowed } from "@/lib/shared/edit-distance";
import { type HiddenToo, isListed } from "../hidden-tokens";
import { liveDataset } from "../live-dataset";
import type { TokenListRow } from "../market";
import { bytesOf, hex, type RawRow, text as textColumn } from "../raw-columns";
import type { FindLargest, NamedToken } from "./largest-tokens";
import { LINE_BREAK, LIST_RECORD, readListRecords } from "./list-rows";
import { rowOf } from "./row-of";
import { SPARE, termsFrom } from "./search-tokens";

/** Other tokens are compared if they begin with this many letters of the text. */
const LETTERS = 2;

type SimilarQuery = HiddenToo & { chainId: number; text: string; limit: number };

/**
 * Tokens with names similar to the text, fewest typos first, then by market cap. Compares a bounded
 * number of names here, because Postgres has no distance that counts swapped letters as one typo.
 * @param query.text normalized by `normalizeText`
 */
export async function findSimilarTokens(
  db: Database,
  findLargest: FindLargest,
  query: SimilarQuery,
): Promise<TokenListRow[]> {
  const { chainId, text, limit, hiddenToo = [] } = query;
  const max = typosAllowed(text);
  if (max === 0) return [];
  const [{ tokens: largest }, found] = await Promise.all([
    findLargest(chainId),
    termsStatement(db, query, { letters: text.slice(0, LETTERS) }),
  ]);
  const levels = countTypos({ largest, others: found.map(readTerm), text, max });
  const read = async (similar: readonly Similar[]) => {
    if (similar.length === 0) return [];
    const [page] = await similarPage(db, query, {
      tokens: similar.map(({ address }) => bytesOf(address)),
      typos: similar.map(({ typos }) => typos),
      hidden: hiddenToo.map(bytesOf),
      limit,
    });
    return readListRecords(page?.records ?? null);
  };
  const best = bestOf(levels, limit + SPARE);
  const rows = await read(best);
  // Fewer where more of the best than the spare ones are hidden.
  return rows.length < limit && best.length >= limit + SPARE
    ? read(bestOf(levels, Number.POSITIVE_INFINITY))
    : rows;
}

const termsStatement = prepareShapes({
  shapeOf: ({ chainId }: SimilarQuery) => chainId,
  build: ({ chainId }) =>
    sql`select m.token, m.term from
      ${termsFrom(liveDataset(chainId), sql`${sql.placeholder("letters")}::text`)} as m`,
});

type Named = Pick<NamedToken, "address" | "terms">;
/** Tokens with the same number of typos: the largest in their order, and others, which are smaller. */
type Level = { largest: Address[]; others: Address[] };

/** The tokens with each number of typos, from none. */
function countTypos({
  largest,
  others,
  text,
  max,
}: {
  largest: readonly Named[];
  others: readonly Named[];
  text: string;
  max: number;
}): Level[] {
  const distance = prefixEditDistance(text);
  const least = ({ terms }: Named) => {
    let best = max + 1;
    for (const term of terms) best = distance(term, best - 1) ?? best;
    return best;
  };
  const levels = Array.from({ length: max + 1 }, (): Level => ({ largest: [], others: [] }));
  for (const token of largest) levels[least(token)]?.largest.push(token.address);
  for (const token of others) levels[least(token)]?.others.push(token.address);
  return levels;
}

type Similar = { address: Address; typos: number };

/** The first tokens, plus all others of a level, whose order is only known from their rows. */
function bestOf(levels: readonly Level[], wanted: number): Similar[] {
  // One of several terms of a token may be closer than another.
  const best = new Map<Address, number>();
  const add = (address: Address, typos: number) => {
    if (!best.has(address)) best.set(address, typos);
  };
  for (const [typos, { largest, others }] of levels.entries()) {
    for (const address of largest) if (best.size < wanted) add(address, typos);
    if (best.size < wanted) for (const address of others) add(address, typos);
  }
  return [...best].map(([address, typos]) => ({ address, typos }));
}

/** Ranks keys before it reads rows, as a search does. */
const similarPage = prepareShapes({
  shapeOf: ({ chainId, hiddenToo = [] }: SimilarQuery) => [chainId, hiddenToo.length > 0].join(),
  build: (query) => {
    const datasetId = liveDataset(query.chainId);
    const hidden = sql`${sql.placeholder("hidden")}::bytea[]`;
    return sql`
      with ranked as (
        select t.address, t.market_cap_wei, found.typos
        from unnest(${sql.placeholder("tokens")}::bytea[], ${sql.placeholder("typos")}::int[])
          as found(token, typos)
        cross join lateral ${rowOf(datasetId, sql`found.token`)} as t
        where ${isListed(query, sql`t.address`, hidden)}
        order by typos, market_cap_wei desc, address limit ${sql.placeholder("limit")}
      )
      select string_agg(page.record, ${LINE_BREAK}) as records from (
        select ${LIST_RECORD} as record from ranked as k
        cross join lateral ${rowOf(datasetId, sql`k.address`)} as t
        order by k.typos, k.market_cap_wei desc, k.address) as page`;
  },
});

function readTerm(row: RawRow): Named {
  const term = textColumn(row.term);
  return { address: hex(row.token), terms: [{ term, letters: lettersOf(term) }] };
}
