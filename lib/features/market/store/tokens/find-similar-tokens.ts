import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prefixEditDistance, typosAllowed } from "@/lib/shared/edit-distance";
import { searchTerms } from "../../rules/search-terms";
import { type HiddenToo, isListed } from "../hidden-tokens";
import { liveDataset } from "../live-dataset";
import type { TokenListRow } from "../market";
import { hex, hexArray, type RawRow, readRows, text as textColumn } from "../raw-columns";
import { tokens } from "../tables";
import { LIST_COLUMNS, readListRow } from "./list-rows";
import { rowOf } from "./list-tokens";
import { termsFrom } from "./search-tokens";

/** Number of tokens, the largest, whose names are compared. */
const LARGEST = 2_000;
/** Other tokens are compared if they begin with this many letters of the text. */
const LETTERS = 2;

/**
 * Tokens with names similar to the text, fewest typos first. Reads a bounded number of names from
 * two indexes and compares them here, because Postgres has no distance that counts swapped letters
 * as one typo.
 * @param query.text normalized by `normalizeText`
 */
export async function findSimilarTokens(
  db: Database,
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
    readRows(
      db,
      readName,
      sql`select t.address, t.name, t.symbol from ${tokens} as t where t.dataset_id = ${datasetId}
        order by t.market_cap_wei desc, t.address limit ${LARGEST}`,
    ),
    readRows(
      db,
      readTerm,
      sql`select m.token, m.term from
        ${termsFrom(datasetId, sql`${text.slice(0, LETTERS)}::text`)} as m`,
    ),
  ]);
  const terms = [
    ...largest.flatMap(({ token, terms }) => terms.map((term) => ({ token, term }))),
    ...others,
  ];
  const best = closest(terms, text, max);
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

/** The smallest number of typos per token, of those with at most `max`. */
function closest(
  terms: readonly { token: Address; term: string }[],
  text: string,
  max: number,
): Map<Address, number> {
  const best = new Map<Address, number>();
  for (const { token, term } of terms) {
    const mistakes = prefixEditDistance(text, term, best.get(token) ?? max);
    if (mistakes !== null) best.set(token, mistakes);
  }
  return best;
}

function readName(row: RawRow) {
  const token = hex(row.address);
  const names = { name: textColumn(row.name), symbol: textColumn(row.symbol) };
  return { token, terms: searchTerms({ ...names, address: token }) };
}

function readTerm(row: RawRow) {
  return { token: hex(row.token), term: textColumn(row.term) };
}
