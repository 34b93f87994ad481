import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareRaw, prepareShapes } from "@/lib/drivers/db/prepare-once";
import { typosAllowed } from "@/lib/features/market/rules/similar-terms";
import { createRecent } from "@/lib/shared/recent";
import { shareFor } from "@/lib/shared/share-for";
import { type HiddenToo, isListed } from "../../hidden-tokens";
import { liveDataset } from "../../live-dataset";
import type { TokenListRow } from "../../market";
import { bytesOf, hex, type RawRow, text as textColumn } from "../../tables/raw-columns";
import type { FindLargest } from "../largest-tokens";
import { LINE_BREAK, LIST_RECORD, readListRecords } from "../list-rows";
import { rowOf } from "../row-of";
import { SPARE, termsFrom } from "./search-tokens";
import { indexTerms, TERM_INDEX_MS, type TermIndex } from "./term-index";

/** Other tokens are compared if they begin with this many letters of the text. */
const LETTERS = 2;
/** Pairs of letters whose terms are kept, which bounds the memory. */
const KEPT_MAX = 32;

type SimilarQuery = HiddenToo & { chainId: number; text: string; limit: number };
type Named = { address: Address; terms: readonly string[] };

/** Creates a search of a market for similar names, which keeps the terms that it compares. */
export function createSimilarTokens(db: Database, findLargest: FindLargest) {
  const kept = createRecent<() => Promise<TermIndex<Named>>>(KEPT_MAX);

  /** Some of the tokens with a term that begins with the letters, as of the last second. */
  function findOthers(chainId: number, letters: string): Promise<TermIndex<Named>> {
    const key = `${chainId} ${letters}`;
    const known = kept.get(key);
    if (known !== undefined) return known();
    const read = shareFor(TERM_INDEX_MS, async () =>
      indexTerms((await termsStatement(db, chainId, { letters })).map(readNamed)),
    );
    kept.set(key, read);
    return read();
  }

  /**
   * Tokens with names similar to the text, fewest typos first, then by market cap. Compares a bounded
   * number of names here, because Postgres has no distance that counts swapped letters as one typo.
   * @param query.text normalized by `normalizeText`
   */
  return async (query: SimilarQuery): Promise<TokenListRow[]> => {
    const { chainId, text, limit, hiddenToo = [] } = query;
    const max = typosAllowed(text);
    if (max === 0) return [];
    const [largest, others] = await Promise.all([
      findLargest(chainId),
      findOthers(chainId, text.slice(0, LETTERS)),
    ]);
    const candidates = {
      largest: largest.similarTo(text, max),
      others: others.similarTo(text, max),
    };
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
    const best = bestOf(candidates, limit + SPARE);
    const rows = await read(best);
    // Fewer where more of the best than the spare ones are hidden.
    return rows.length < limit && best.length >= limit + SPARE
      ? read(bestOf(candidates, Number.POSITIVE_INFINITY))
      : rows;
  };
}

const termsStatement = prepareRaw(
  (chainId: number) => sql`select m.token, m.term from
    ${termsFrom(liveDataset(chainId), sql`${sql.placeholder("letters")}::text`)} as m`,
);

/** Tokens by their number of typos: the largest in their order, and others, which are smaller. */
type Candidates = { largest: readonly Named[][]; others: readonly Named[][] };
type Similar = { address: Address; typos: number };

/** The first tokens, plus all others of a level, whose order is only known from their rows. */
function bestOf({ largest, others }: Candidates, wanted: number): Similar[] {
  // One of several terms of a token may be closer than another.
  const best = new Map<Address, number>();
  const add = ({ address }: Named, typos: number) => {
    if (!best.has(address)) best.set(address, typos);
  };
  for (const [typos, ofLevel] of largest.entries()) {
    for (const token of ofLevel) if (best.size < wanted) add(token, typos);
    if (best.size < wanted) for (const token of others[typos] ?? []) add(token, typos);
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

function readNamed(row: RawRow): Named {
  return { address: hex(row.token), terms: [textColumn(row.term)] };
}
