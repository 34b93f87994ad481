import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import { hexArray } from "../raw-columns";
import { tokenTerms } from "../series-tables";

type TermsOfToken = { token: Address; terms: readonly string[] };

function flatten(rows: readonly TermsOfToken[]) {
  const pairs = rows.flatMap(({ token, terms }) => terms.map((term) => ({ token, term })));
  return sql`unnest(${sql.param(pairs.map(({ term }) => term))}::text[],
    ${hexArray(pairs.map(({ token }) => token))}) as given(term, token)`;
}

/** Adds search terms of tokens. */
export async function addTerms(
  tx: Executor,
  datasetId: number,
  rows: readonly TermsOfToken[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${tokenTerms} (dataset_id, term, token)
    select ${datasetId}, given.term, given.token from ${flatten(rows)}`);
}

export async function removeTerms(
  tx: Executor,
  datasetId: number,
  rows: readonly TermsOfToken[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    delete from ${tokenTerms} as t using ${flatten(rows)}
    where t.dataset_id = ${datasetId} and t.term = given.term and t.token = given.token`);
}
