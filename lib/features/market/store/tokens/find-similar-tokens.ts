import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import {
  countMissing,
  lettersOf,
  prefixEditDistance,
  typosAllowed,
} from "@/lib/shared/edit-distance";
import { type HiddenToo, isListed } from "../hidden-tokens";
import { liveDataset } from "../live-dataset";
import type { TokenListRow } from "../market";
import { hex, hexArray, type RawRow, readRows, text as textColumn } from "../raw-columns";
import type { FindLargest, NamedToken } from "./largest-tokens";
import { LIST_COLUMNS, readListRow } from "./list-rows";
import { rowOf } from "./list-tokens";
import { termsFrom } from "./search-tokens";

/** Other tokens are compared if they begin with this many letters of the text. */
const LETTERS = 2;
/** Maximum tokens whose rows are read. */
const SIMILAR_MAX = 500;

/**
 * Tokens with names similar to the text, fewest typos first. Compares a bounded number of names
 * here, because Postgres has no distance that counts swapped letters as one typo.
 * @param query.text normalized by `normalizeText`
 */
export async function findSimilarTokens(
  db: Database,
  findLargest: FindLargest,
  {
    chainId,
    text,
    limit,
    hiddenToo,
  }: HiddenToo & {
    chainId: number;
    text: string;
    limit: number;
  },
): Promise<TokenListRow[]> {
  const max = typosAllowed(text);
  if (max === 0) return [];
  const datasetId = liveDataset(chainId);
  const [largest, others] = await Promise.all([
    findLargest(chainId),
    readRows(
      db,
      readTerm,
      sql`select m.token, m.term from
        ${termsFrom(datasetId, sql`${text.slice(0, LETTERS)}::text`)} as m`,
    ),
  ]);
  const best = closest([...largest.tokens, ...others], text, max);
  if (best.size === 0) return [];
  const rows = await readRows(
    db,
    (row) => ({ mistakes: best.get(hex(row.address)) ?? max, token: readListRow(row) }),
    sql`select ${LIST_COLUMNS} from unnest(${hexArray([...best.keys()])}) as found(token)
      cross join lateral ${rowOf(datasetId, sql`found.token`)} as t
      where ${isListed({ chainId, hiddenToo }, sql`t.address`)}
      order by t.market_cap_wei desc, t.address`,
  );
  rows.sort((a, b) => a.mistakes - b.mistakes);
  return rows.slice(0, limit).map(({ token }) => token);
}

/** The tokens with the fewest typos, and how many each has. Of equals, those that come first. */
function closest(
  tokens: readonly Pick<NamedToken, "address" | "terms">[],
  text: string,
  max: number,
): Map<Address, number> {
  const letters = lettersOf(text);
  const best = new Map<Address, number>();
  for (const { address, terms } of tokens) {
    for (const { term, letters: ofTerm } of terms) {
      if (countMissing(letters, ofTerm) > max) continue;
      const mistakes = prefixEditDistance(text, term, best.get(address) ?? max);
      if (mistakes !== null) best.set(address, mistakes);
    }
  }
  return new Map([...best].toSorted(([, a], [, b]) => a - b).slice(0, SIMILAR_MAX));
}

function readTerm(row: RawRow) {
  const term = textColumn(row.term);
  return { address: hex(row.token), terms: [{ term, letters: lettersOf(term) }] };
}
