import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { PERMIT_EXPIRED_TEXT } from "@/lib/features/launch/rules/launch-permit";
import { TRANSACTION_KINDS, type TransactionKind } from "@/lib/features/transactions/rules";
import { ofRealms } from "@/lib/features/transactions/store/conditions";
import { transactions } from "@/lib/features/transactions/store/tables";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import type { Steps } from "../rules/range";

/** Jobs that ended in one step of a chart. */
export type EndedCount = {
  step: number;
  kind: TransactionKind;
  state: "completed" | "failed";
  count: number;
};
export type FailureReason = {
  reason: string;
  kind: TransactionKind;
  count: number;
  latestJobId: string;
  latestAt: number;
};

const REASONS_MAX = 12;

/**
 * The history of jobs for charts; reads the index of ended transactions. A prepared launch that its
 * wallet did not send is not one that failed.
 */
export function createJobHistory(db: Database, realms: Realms) {
  const { kind, chain, state, finishedAt, error, id } = transactions;
  const endedIn = (chains: readonly ChainSlug[], { from, stepSeconds, points }: Steps) => sql`
    ${kind} in (${list(TRANSACTION_KINDS)}) and ${chain} in (${list(chains)})
    and ${finishedAt} >= to_timestamp(${from})
    and ${finishedAt} < to_timestamp(${from + stepSeconds * points}) and ${ofRealms(realms)}
    and ${error} is distinct from ${PERMIT_EXPIRED_TEXT}`;
  return {
    async countEnded(chains: readonly ChainSlug[], steps: Steps): Promise<EndedCount[]> {
      if (chains.length === 0) return [];
      const { rows } = await db.execute<EndedCount>(sql`
        select floor((extract(epoch from ${finishedAt}) - ${steps.from}) / ${steps.stepSeconds})::int
            as step,
          ${kind} as kind, ${state} as state, count(*)::int as count
        from ${transactions} where ${endedIn(chains, steps)} group by 1, 2, 3`);
      return rows;
    },
    /** The most frequent reasons, without the hashes and addresses that make each one different. */
    async failures(chains: readonly ChainSlug[], steps: Steps): Promise<FailureReason[]> {
      if (chains.length === 0) return [];
      const { rows } = await db.execute<FailureReason>(sql`
        select ${kind} as kind,
          regexp_replace(
            regexp_replace(coalesce(${error}, 'Unknown'), ' Note: Transaction was submitted.*$', ''),
            '0x[0-9a-fA-F]{8,}', '0x…', 'g') as reason,
          count(*)::int as count,
          (array_agg(${id} order by ${finishedAt} desc))[1] as "latestJobId",
          floor(extract(epoch from max(${finishedAt})))::int as "latestAt"
        from ${transactions} where ${endedIn(chains, steps)} and state = 'failed'
        group by 1, 2 order by count desc, "latestAt" desc limit ${REASONS_MAX}`);
      return rows;
    },
  };
}

export type JobHistory = ReturnType<typeof createJobHistory>;

function list(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
}
