import { inArray, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { JobState } from "@/lib/features/jobs/rules/job-actions";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import { TRANSACTION_KINDS, type TransactionKind } from "../rules";
import { isOpen, isUndecided, ofRealms } from "./conditions";
import { transactions } from "./tables";

/** `completed` and `failed`: ended in the last hour. */
export type TransactionTotal = {
  chain: ChainSlug;
  kind: TransactionKind;
  state: JobState;
  count: number;
  /** Age of the oldest one, in seconds. */
  oldestSeconds: number;
};

/**
 * Open and undecided transactions, and those that ended in the last hour, by chain, kind and state.
 * Each part reads a partial index, or the index of ended transactions.
 */
export async function readTotals(
  db: Database,
  { chains, realms, now }: { chains: readonly ChainSlug[]; realms: Realms; now: Date },
): Promise<TransactionTotal[]> {
  if (chains.length === 0) return [];
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const { kind, chain, finishedAt, createdAt } = transactions;
  // The index of ended transactions begins with the kind.
  const hasEnded = sql`${inArray(kind, [...TRANSACTION_KINDS])}
    and ${finishedAt} > ${hourAgo} and not may_have_succeeded`;
  const part = (state: unknown, condition: unknown) => sql`
    select ${chain} as chain, ${kind} as kind, ${state} as state, count(*)::int as count,
      greatest(0, extract(epoch from ${now}::timestamptz - min(${createdAt})))::float8
        as "oldestSeconds"
    from ${transactions}
    where ${inArray(chain, [...chains])} and ${ofRealms(realms)} and ${condition}
    group by 1, 2, 3`;
  const { rows } = await db.execute<TransactionTotal>(sql`
    ${part(sql`state`, isOpen)}
    union all
    ${part(sql`'undecided'`, isUndecided)}
    union all
    ${part(sql`state`, hasEnded)}`);
  return rows;
}
