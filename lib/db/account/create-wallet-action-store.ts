import { and, asc, desc, eq, ne, notExists } from "drizzle-orm";
import type { Realm } from "@/lib/domain/realm";
import type { Database } from "../create-database";
import { accounts, walletActions } from "../schema/account";
import type {
  NewWalletAction,
  SharesTerms,
  WalletAction,
  WalletActionStore,
  WithdrawalTerms,
} from "./wallet-action-store";

type Row = typeof walletActions.$inferSelect;

/** Wallet actions in Postgres. */
export function createWalletActionStore(
  db: Database,
  now: () => Date,
  realm: Realm,
): WalletActionStore {
  // Their wallets are of another seed, so nothing here could sign for them.
  const ofOtherRealms = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, walletActions.accountId), ne(accounts.realm, realm)));
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
        .where(and(eq(walletActions.state, "pending"), notExists(ofOtherRealms)))
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

function toRow({ identity, terms, ...rest }: NewWalletAction, now: Date) {
  return {
    ...rest,
    walletType: identity.type,
    walletIdentity: identity.id,
    ...termsColumns(terms),
    state: "pending" as const,
    createdAt: now,
  };
}

function termsColumns(terms: NewWalletAction["terms"]) {
  if (terms.kind === "manager_shares") {
    const { kind, recipients, deadline, nonce } = terms;
    const shares = { recipients, deadline: `${deadline}`, nonce: `${nonce}` };
    return { kind, valueWei: 0n, fees: null, shares };
  }
  const { kind, valueWei, gas, maxFeePerGas, maxPriorityFeePerGas } = terms;
  const fees = {
    gas: `${gas}`,
    maxFeePerGas: `${maxFeePerGas}`,
    maxPriorityFeePerGas: `${maxPriorityFeePerGas}`,
  };
  return { kind, valueWei, fees, shares: null };
}

function toAction(row: Row): WalletAction {
  const { walletType, walletIdentity, kind, valueWei, fees, shares, finishedAt, ...rest } = row;
  if (walletType === "wallet") throw new Error(`Action ${row.id} is of no managed wallet`);
  return { ...rest, identity: { type: walletType, id: walletIdentity }, terms: termsOf(row) };
}

function termsOf({ id, kind, valueWei, fees, shares }: Row): WithdrawalTerms | SharesTerms {
  if (kind === "manager_shares" && shares !== null) {
    const { recipients, deadline, nonce } = shares;
    return { kind, recipients, deadline: BigInt(deadline), nonce: BigInt(nonce) };
  }
  if (kind === "withdrawal" && fees !== null) {
    return {
      kind,
      valueWei,
      gas: BigInt(fees.gas),
      maxFeePerGas: BigInt(fees.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas),
    };
  }
  throw new Error(`Action ${id} has no terms`);
}
