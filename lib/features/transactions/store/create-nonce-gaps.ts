import { and, asc, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { SignedTransaction } from "@/lib/drivers/chain/launch-chain";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import type { Realms } from "@/lib/shared/realm";
import { findNonceGap, type NonceGap } from "../rules";
import {
  CANCEL,
  rebroadcastLock,
  type StoredTransaction,
  type WalletOnChain,
} from "./signed-transactions";
import { nonces, signedTransactions, transactions } from "./tables";

type Stranded = Pick<StoredTransaction, "operationId" | "nonce" | "hash" | "rawTransaction">;

/** A transaction above a gap and what becomes of it. `newNonce` is null if it is not needed any more. */
export type Move = { operationId: string; nonce: number; newNonce: number | null };
export type Repair = NonceGap & { mined: number; next: number; moves: Move[] };

/** Finds and repairs the gap of a wallet whose next nonce is far above the chain's count. */
export function createNonceGaps(db: Database, now: () => Date, realmOf: Realms["realmOf"]) {
  const ofNonces = ({ chainId, wallet }: WalletOnChain) =>
    and(eq(nonces.realm, realmOf(chainId)), eq(nonces.chainId, chainId), eq(nonces.wallet, wallet));
  const ofSigned = ({ chainId, wallet }: WalletOnChain) =>
    and(
      eq(signedTransactions.realm, realmOf(chainId)),
      eq(signedTransactions.chainId, chainId),
      eq(signedTransactions.wallet, wallet),
    );

  async function findGap(executor: Executor, on: WalletOnChain, mined: number, next: number) {
    const used = await executor
      .selectDistinct({ nonce: signedTransactions.nonce })
      .from(signedTransactions)
      .where(and(ofSigned(on), gte(signedTransactions.nonce, mined)))
      .orderBy(asc(signedTransactions.nonce));
    return findNonceGap(
      used.map(({ nonce }) => nonce),
      mined,
      next,
    );
  }

  /** Open transactions above the gap, the latest of each nonce, and the operations that are open. */
  async function listStranded(executor: Executor, on: WalletOnChain, { from }: NonceGap) {
    const isStranded = and(
      ofSigned(on),
      isNull(signedTransactions.settledAt),
      gte(signedTransactions.nonce, from),
    );
    const stranded: Stranded[] = await executor
      .selectDistinctOn([signedTransactions.nonce], {
        operationId: signedTransactions.operationId,
        nonce: signedTransactions.nonce,
        hash: signedTransactions.hash,
        rawTransaction: signedTransactions.rawTransaction,
      })
      .from(signedTransactions)
      .where(isStranded)
      .orderBy(asc(signedTransactions.nonce), desc(signedTransactions.createdAt));
    const ids = stranded.map(({ operationId }) => operationId);
    // Locked, so that no other process ends one while it is being signed again.
    const open = await executor
      .select({ id: transactions.id })
      .from(transactions)
      .where(and(inArray(transactions.id, ids), inArray(transactions.state, ["waiting", "active"])))
      .for("update");
    return { stranded, open: new Set(open.map(({ id }) => id)) };
  }

  async function plan(executor: Executor, on: WalletOnChain, mined: number) {
    const [row] = await executor
      .select({ next: nonces.next })
      .from(nonces)
      .where(ofNonces(on))
      .for("update");
    if (row === undefined) return null;
    const gap = await findGap(executor, on, mined, row.next);
    if (gap === null) return null;
    const { stranded, open } = await listStranded(executor, on, gap);
    let free = gap.from;
    const done = new Set<string>();
    const moves = stranded.map((one) => {
      const { operationId, nonce } = one;
      const isNeeded =
        open.has(operationId) && !operationId.startsWith(CANCEL) && !done.has(operationId);
      done.add(operationId);
      return { operationId, nonce, newNonce: isNeeded ? free++ : null, stranded: one };
    });
    return { gap, mined, next: row.next, free, moves };
  }

  const lock = (executor: Executor, on: WalletOnChain) =>
    executor.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${rebroadcastLock(on, realmOf)}, 0))`,
    );

  return {
    /** The gap that blocks a wallet, or null. */
    async find(on: WalletOnChain, mined: number): Promise<NonceGap | null> {
      const [row] = await db.select({ next: nonces.next }).from(nonces).where(ofNonces(on));
      return row === undefined ? null : findGap(db, on, mined, row.next);
    },
    /**
     * Closes the gap: signs the open transactions above it for its first nonces, and continues after
     * them. One database transaction under the locks of `rebroadcast` and of nonce reservations, so
     * running servers neither reserve nor send meanwhile. The contracts accept each transaction once,
     * so bytes that a node still has are harmless.
     * @param options.readMined reads the chain's count under the locks
     * @param options.sign null only plans
     * @returns null if no gap blocks the wallet
     */
    repair: (
      on: WalletOnChain,
      options: {
        readMined: () => Promise<number>;
        sign:
          | ((
              rawTransaction: Stranded["rawTransaction"],
              nonce: number,
            ) => Promise<SignedTransaction>)
          | null;
      },
    ): Promise<(Repair & { signed: SignedTransaction[] }) | null> =>
      db.transaction(async (tx) => {
        await lock(tx, on);
        const planned = await plan(tx, on, await options.readMined());
        if (planned === null) return null;
        const { gap, mined, next, free, moves } = planned;
        const report = {
          ...gap,
          mined,
          next,
          moves: moves.map(({ stranded: _, ...move }) => move),
        };
        if (options.sign === null) return { ...report, signed: [] };
        const signed: SignedTransaction[] = [];
        const at = now();
        for (const { stranded, operationId, newNonce } of moves) {
          if (newNonce === null) continue;
          const again = await options.sign(stranded.rawTransaction, newNonce);
          signed.push(again);
          await tx.insert(signedTransactions).values({
            realm: realmOf(on.chainId),
            ...on,
            ...again,
            operationId,
            nonce: newNonce,
            createdAt: at,
          });
        }
        const isReplaced = inArray(
          signedTransactions.nonce,
          moves.map(({ nonce }) => nonce),
        );
        const newHashes = signed.map(({ hash }) => hash);
        await tx
          .update(signedTransactions)
          .set({ settledAt: at })
          .where(
            and(
              ofSigned(on),
              isReplaced,
              isNull(signedTransactions.settledAt),
              ...(newHashes.length === 0
                ? []
                : [sql`not ${inArray(signedTransactions.hash, newHashes)}`]),
            ),
          );
        await tx.update(nonces).set({ next: free }).where(ofNonces(on));
        return { ...report, signed };
      }),
  };
}

export type NonceGaps = ReturnType<typeof createNonceGaps>;
