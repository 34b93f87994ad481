import { and, asc, desc, gte, inArray, isNull, notInArray, or } from "drizzle-orm";
import type { Hex } from "viem";
import type { SignedTransaction } from "@/lib/drivers/chain/chain-types";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { lockName } from "@/lib/drivers/db/locks/advisory-locks";
import type { Realms } from "@/lib/shared/realm";
import { findNonceGap, type NonceGap } from "../rules";
import { isOpen, isUndecided } from "./conditions";
import { CANCEL, rebroadcastLock } from "./create-signed-transaction-store";
import { nonceOf, type StoredWallet, signedBy, type WalletOnChain } from "./stored-wallet";
import { nonces, signedTransactions, transactions } from "./tables";

/** The latest transaction of a nonce above the gap. */
type AboveGap = { transactionId: string; nonce: number; rawTransaction: Hex };

/** The new nonce of a transaction above a gap; null if the transaction is not needed any more. */
export type Move = { transactionId: string; nonce: number; newNonce: number | null };
/** A gap and how it is closed; `mined` and `next` are the chain's count and the next nonce before. */
export type Repair = NonceGap & { mined: number; next: number; moves: Move[] };
type Plan = Repair & { aboveGap: AboveGap[]; free: number };

type RepairOptions = {
  /** Reads the chain's count; called under the locks. */
  readMined: () => Promise<number>;
  /** Signs a transaction again for another nonce; null only plans. */
  sign: ((rawTransaction: Hex, nonce: number) => Promise<SignedTransaction>) | null;
  /** The database transaction to do it in; one of its own by default. */
  within?: Executor | undefined;
};

/** Finds and closes the gap of a wallet whose next nonce is far above the chain's count. */
export function createNonceGaps(db: Database, now: () => Date, realmOf: Realms["realmOf"]) {
  const stored = (on: WalletOnChain): StoredWallet => ({
    realm: realmOf(on.chainId),
    chainId: on.chainId,
    wallet: on.wallet,
  });
  return {
    /** The gap that blocks a wallet, or null. */
    async find(wallet: WalletOnChain, mined: number): Promise<NonceGap | null> {
      const on = stored(wallet);
      const [row] = await db.select({ next: nonces.next }).from(nonces).where(nonceOf(on));
      return row === undefined ? null : findGap(db, on, mined, row.next);
    },
    /**
     * Closes the gap: signs the open and undecided transactions above it for its first nonces, and
     * continues after them. One database transaction under the locks of `rebroadcast` and of nonce
     * reservations, so running servers neither reserve nor send meanwhile. The contracts accept each
     * transaction once, so bytes that a node still has are harmless.
     * @returns null if no gap blocks the wallet
     */
    repair(
      wallet: WalletOnChain,
      { readMined, sign, within }: RepairOptions,
    ): Promise<(Repair & { signed: SignedTransaction[] }) | null> {
      const run = async (tx: Executor) => {
        const name = rebroadcastLock(wallet, realmOf);
        await lockName(tx, name);
        const plan = await planRepair(tx, stored(wallet), await readMined());
        if (plan === null) return null;
        const { aboveGap: _1, free: _2, ...repair } = plan;
        const signed = sign === null ? [] : await apply(tx, stored(wallet), plan, sign, now());
        return { ...repair, signed };
      };
      return within === undefined ? db.transaction(run) : run(within);
    },
  };
}

export type NonceGaps = ReturnType<typeof createNonceGaps>;

async function findGap(executor: Executor, on: StoredWallet, mined: number, next: number) {
  const used = await executor
    .selectDistinct({ nonce: signedTransactions.nonce })
    .from(signedTransactions)
    .where(and(signedBy(on), gte(signedTransactions.nonce, mined)))
    .orderBy(asc(signedTransactions.nonce));
  const numbers = used.map(({ nonce }) => nonce);
  return findNonceGap(numbers, mined, next);
}

async function planRepair(tx: Executor, on: StoredWallet, mined: number): Promise<Plan | null> {
  const [row] = await tx
    .select({ next: nonces.next })
    .from(nonces)
    .where(nonceOf(on))
    .for("update");
  if (row === undefined) return null;
  const gap = await findGap(tx, on, mined, row.next);
  if (gap === null) return null;
  const aboveGap = await listAboveGap(tx, on, gap);
  const needed = await lockNeeded(tx, aboveGap);
  let free = gap.from;
  const moves = aboveGap.map(({ transactionId, nonce }) => {
    // A transaction is signed again only once, even if it has forms at several nonces.
    const isNeeded = !transactionId.startsWith(CANCEL) && needed.delete(transactionId);
    return { transactionId, nonce, newNonce: isNeeded ? free++ : null };
  });
  return { ...gap, mined, next: row.next, moves, aboveGap, free };
}

function listAboveGap(tx: Executor, on: StoredWallet, { from }: NonceGap): Promise<AboveGap[]> {
  const isUnsettled = isNull(signedTransactions.settledAt);
  return tx
    .selectDistinctOn([signedTransactions.nonce], {
      transactionId: signedTransactions.transactionId,
      nonce: signedTransactions.nonce,
      rawTransaction: signedTransactions.rawTransaction,
    })
    .from(signedTransactions)
    .where(and(signedBy(on), isUnsettled, gte(signedTransactions.nonce, from)))
    .orderBy(asc(signedTransactions.nonce), desc(signedTransactions.createdAt));
}

/**
 * The open and the undecided ones of these transactions, locked so that no other process ends them
 * meanwhile. Undecided ones have failed, but are still sent until their outcome is known.
 */
async function lockNeeded(tx: Executor, aboveGap: readonly AboveGap[]): Promise<Set<string>> {
  const ids = aboveGap.map(({ transactionId }) => transactionId);
  const open = await tx
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(inArray(transactions.id, ids), or(isOpen, isUndecided)))
    .for("update");
  return new Set(open.map(({ id }) => id));
}

async function apply(
  tx: Executor,
  on: StoredWallet,
  { moves, aboveGap, free }: Plan,
  sign: NonNullable<RepairOptions["sign"]>,
  at: Date,
): Promise<SignedTransaction[]> {
  const signed: SignedTransaction[] = [];
  for (const [index, { transactionId, newNonce: nonce }] of moves.entries()) {
    const before = aboveGap[index];
    if (nonce === null || before === undefined) continue;
    const again = await sign(before.rawTransaction, nonce);
    signed.push(again);
    await tx
      .insert(signedTransactions)
      .values({ ...on, ...again, transactionId, nonce, createdAt: at });
  }
  const isReplaced = and(
    inArray(
      signedTransactions.nonce,
      moves.map(({ nonce }) => nonce),
    ),
    notInArray(
      signedTransactions.hash,
      signed.map(({ hash }) => hash),
    ),
  );
  await tx
    .update(signedTransactions)
    .set({ settledAt: at })
    .where(and(signedBy(on), isNull(signedTransactions.settledAt), isReplaced));
  await tx.update(nonces).set({ next: free }).where(nonceOf(on));
  return signed;
}
