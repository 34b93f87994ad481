import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { getAddress } from "viem";
import type { Database } from "../create-database";
import { payouts } from "../schema/payouts";
import type { NewPayout, Payout, PayoutStore } from "./payout-store";

const COLUMNS = {
  id: payouts.id,
  chain: payouts.chain,
  account: payouts.account,
  kind: payouts.sourceKind,
  source: payouts.source,
  tokens: payouts.tokens,
  amountWei: payouts.expectedWei,
  state: payouts.state,
  paidWei: payouts.paidWei,
  transactionHash: payouts.transactionHash,
  error: payouts.error,
  createdAt: payouts.createdAt,
};

/** Payouts in Postgres; of callers at the same time the first one's payout stands. */
export function createPayoutStore(db: Database, now: () => Date): PayoutStore {
  return {
    async begin(payout) {
      // A payout that ends between the two statements frees its place, so it is tried again.
      for (let tries = 0; tries < 10; tries += 1) {
        const row = toRow(payout, now());
        const [begun] = await db
          .insert(payouts)
          .values(row)
          .onConflictDoNothing()
          .returning(COLUMNS);
        if (begun !== undefined) return begun;
        const [underWay] = await db
          .select(COLUMNS)
          .from(payouts)
          .where(
            and(
              eq(payouts.chain, row.chain),
              eq(payouts.account, row.account),
              eq(payouts.source, row.source),
              eq(payouts.state, "pending"),
            ),
          );
        if (underWay !== undefined) return underWay;
      }
      throw new Error(`Payout ${payout.id} could not be written down`);
    },
    async find(id) {
      const [payout] = await db.select(COLUMNS).from(payouts).where(eq(payouts.id, id));
      return payout ?? null;
    },
    async finish(id, end) {
      await db
        .update(payouts)
        .set({ ...end, finishedAt: now() })
        .where(and(eq(payouts.id, id), eq(payouts.state, "pending")));
    },
    listPending: (limit) =>
      db
        .select(COLUMNS)
        .from(payouts)
        .where(eq(payouts.state, "pending"))
        .orderBy(asc(payouts.createdAt))
        .limit(limit),
    listOf: async (accounts, limit): Promise<Payout[]> =>
      accounts.length === 0
        ? []
        : db
            .select(COLUMNS)
            .from(payouts)
            .where(
              inArray(
                payouts.account,
                accounts.map((account) => getAddress(account)),
              ),
            )
            .orderBy(desc(payouts.createdAt))
            .limit(limit),
  };
}

function toRow({ kind, amountWei, account, source, tokens, ...rest }: NewPayout, now: Date) {
  return {
    ...rest,
    account: getAddress(account),
    source: getAddress(source),
    tokens: tokens.map((token) => getAddress(token)),
    sourceKind: kind,
    expectedWei: amountWei,
    state: "pending" as const,
    createdAt: now,
  };
}
