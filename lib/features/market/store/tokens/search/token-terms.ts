import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import { sizeClass } from "@/lib/features/market/rules/market-cap";
import { searchTerms, termKind } from "@/lib/features/market/rules/search-terms";
import { hexArray } from "../../tables/raw-columns";
import { tokenTerms } from "../../tables/series-tables";

type Named = { address: Address; name: string; symbol: string };
type Sized = Named & { marketCapWei: bigint };

/** The terms of tokens as rows of an SQL query. */
function givenTerms(tokens: readonly (Named & { marketCapWei?: bigint })[]) {
  const rows = tokens.flatMap((token) => {
    const { address, marketCapWei = 0n } = token;
    const size = sizeClass(marketCapWei);
    return searchTerms(token).map((term) => ({ term, address, size, kind: termKind(term, token) }));
  });
  return sql`unnest(${sql.param(rows.map(({ term }) => term))}::text[],
    ${hexArray(rows.map(({ address }) => address))},
    ${sql.param(rows.map(({ kind }) => kind))}::smallint[],
    ${sql.param(rows.map(({ size }) => size))}::smallint[]) as given(term, token, kind, size)`;
}

/** Whether a row `t` has the key of a row of `givenTerms`. */
const isGiven = (datasetId: number) =>
  sql`t.dataset_id = ${datasetId} and t.term = given.term and t.token = given.token`;

/**
 * Adds the search terms of tokens. Anyone chooses their texts, so terms that the database takes for the
 * same must not stop the indexer.
 */
export async function addTerms(
  tx: Executor,
  datasetId: number,
  tokens: readonly Sized[],
): Promise<void> {
  if (tokens.length === 0) return;
  await tx.execute(sql`
    insert into ${tokenTerms} (dataset_id, term, token, kind, size)
    select ${datasetId}, given.term, given.token, given.kind, given.size from ${givenTerms(tokens)}
    on conflict do nothing`);
}

/** Updates the terms of tokens whose size class has changed, or that have no kind yet. */
export async function updateTerms(
  tx: Executor,
  datasetId: number,
  tokens: readonly Sized[],
): Promise<void> {
  if (tokens.length === 0) return;
  await tx.execute(sql`
    update ${tokenTerms} as t set kind = given.kind, size = given.size
    from ${givenTerms(tokens)}
    where ${isGiven(datasetId)} and (t.kind, t.size) <> (given.kind, given.size)`);
}

export async function removeTerms(
  tx: Executor,
  datasetId: number,
  tokens: readonly Named[],
): Promise<void> {
  if (tokens.length === 0) return;
  await tx.execute(sql`
    delete from ${tokenTerms} as t using ${givenTerms(tokens)}
    where ${isGiven(datasetId)}`);
}
