import { and, asc, desc, eq } from "drizzle-orm";
import type { Database } from "../create-database";
import { walletActions } from "../schema/account";
import type { NewWalletAction, WalletAction, WalletActionStore } from "./wallet-action-store";

type Row = typeof walletActions.$inferSelect;

/** Wallet actions in Postgres. */
export function createWalletActionStore(db: Database, now: () => Date): WalletActionStore {
  return {
    async begin(action) {
      const [begun] = await db
        .insert(walletActions)
        .values(toRow(action, now()))
        .onConflictDoNothing()
        .returning();
      return begun === undefined ? null : toAction(begun);
    },
    async find(id) {
      const [row] = await db.select().from(walletActions).where(eq(walletActions.id, id));
      return row === undefined ? null : toAction(row);
    },
    async finish(id, end) {
      await db
        .update(walletActions)
        .set({ ...end, finishedAt: now() })
        .where(and(eq(walletActions.id, id), eq(walletActions.state, "pending")));
    },
    async listPending(limit) {
      const rows = await db
        .select()
        .from(walletActions)
        .where(eq(walletActions.state, "pending"))
        .orderBy(asc(walletActions.createdAt))
        .limit(limit);
      return rows.map(toAction);
    },
    async listOf(accountId, limit) {
      const rows = await db
        .select()
        .from(walletActions)
        .where(eq(walletActions.accountId, accountId))
        .orderBy(desc(walletActions.createdAt))
        .limit(limit);
      return rows.map(toAction);
    },
  };
}

function toRow(action: NewWalletAction, now: Date) {
  const { identity, gas, maxFeePerGas, maxPriorityFeePerGas, ...rest } = action;
  return {
    ...rest,
    walletType: identity.type,
    walletIdentity: identity.id,
    fees: {
      gas: `${gas}`,
      maxFeePerGas: `${maxFeePerGas}`,
      maxPriorityFeePerGas: `${maxPriorityFeePerGas}`,
    },
    state: "pending" as const,
    createdAt: now,
  };
}

function toAction({ walletType, walletIdentity, fees, finishedAt: _, ...row }: Row): WalletAction {
  if (walletType === "wallet") throw new Error(`Action ${row.id} is of no managed wallet`);
  return {
    ...row,
    identity: { type: walletType, id: walletIdentity },
    gas: BigInt(fees.gas),
    maxFeePerGas: BigInt(fees.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
  };
}
