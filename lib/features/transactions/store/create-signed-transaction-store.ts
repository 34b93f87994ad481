import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Hash, Hex } from "viem";
import type { SignedTransaction } from "@/lib/drivers/chain/chain-types";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import type { Database, Executor } from "@/lib/drivers/db/create-database";
import { tryLockName } from "@/lib/drivers/db/locks/advisory-locks";
import { isEnded } from "@/lib/features/transactions/rules";
import type { Realm, Realms } from "@/lib/shared/realm";
import { isOpen } from "./conditions";
import { listMissing, reopen } from "./nonce-ranges";
import { nonceOf, type StoredWallet, signedBy, type WalletOnChain } from "./stored-wallet";
import { nonces, signedTransactions, transactions } from "./tables";

/** A signed transaction. Rows with the same nonce differ only in their fees. */
export type StoredTransaction = {
  /** Id of the transaction that it was signed for, or `CANCEL` and its nonce. */
  transactionId: string;
  nonce: number;
  hash: Hash;
  rawTransaction: Hex;
  createdAt: Date;
  /** When a receipt of its nonce was found. */
  settledAt: Date | null;
};

/** Thrown when a transaction to be signed has failed or was discarded. */
export class TransactionEndedError extends Error {
  override readonly name = "TransactionEndedError";
}

/** Prefix of the id of a transaction that only cancels a nonce. */
export const CANCEL = "cancel:";

/** The server wallet on a chain. */
export function walletOf(chain: ChainIdentity & ServerSigner): WalletOnChain {
  return { chainId: chain.deployment.chainId, wallet: chain.serverWallet };
}

/** Name of the lock under which a wallet's pending transactions are maintained. */
export function rebroadcastLock(
  { chainId, wallet }: WalletOnChain,
  realmOf: Realms["realmOf"],
): string {
  return `rebroadcast:${realmOf(chainId)}:${chainId}:${wallet}`;
}

/** Columns of a `StoredTransaction`. */
export const SIGNED_COLUMNS = {
  transactionId: signedTransactions.transactionId,
  nonce: signedTransactions.nonce,
  hash: signedTransactions.hash,
  rawTransaction: signedTransactions.rawTransaction,
  createdAt: signedTransactions.createdAt,
  settledAt: signedTransactions.settledAt,
};

const unsettledOf = (wallet: StoredWallet) =>
  and(signedBy(wallet), isNull(signedTransactions.settledAt));
export type SignedTransactionStore = ReturnType<typeof createSignedTransactionStore>;

/**
 * Stores nonces and the transactions signed for them. Transaction ids are unique across realms.
 * Wallets are not, so every query by wallet is limited to the realm of its chain.
 */
export function createSignedTransactionStore(
  db: Database,
  now: () => Date,
  realmOf: Realms["realmOf"],
) {
  const stored = ({ chainId, wallet }: WalletOnChain): StoredWallet => ({
    realm: realmOf(chainId),
    chainId,
    wallet,
  });

  /**
   * Reserves the next nonce under a lock, signs the transaction for it and stores it. Returns the
   * latest signed transaction if there is one already.
   * @param firstFree reads the nonce after the wallet's mined transactions, on first use
   * @param deadBelow signed forms of the transaction below this nonce will never be mined; null when the
   *   transaction is signed for the first time and must be open
   */
  async function reserve(
    wallet: WalletOnChain,
    transactionId: string,
    firstFree: () => Promise<number>,
    sign: (nonce: number) => Promise<SignedTransaction>,
    deadBelow: number | null = null,
  ): Promise<StoredTransaction> {
    const on = stored(wallet);
    const ofWallet = nonceOf(on);
    return db.transaction(async (tx) => {
      const lock = () =>
        tx.select({ next: nonces.next }).from(nonces).where(ofWallet).for("update");
      let [row] = await lock();
      if (row === undefined) {
        const next = await firstFree();
        await tx
          .insert(nonces)
          .values({ ...on, next })
          .onConflictDoNothing();
        [row] = await lock();
      }
      if (row === undefined) throw new Error("A wallet's nonce vanished while it was locked");
      // Read under the lock: a second run of the same step may have signed it meanwhile.
      const known = await findKnown(tx, { realm: on.realm, transactionId, deadBelow });
      if (known !== null) return known;
      const nonce = row.next;
      const signed = await sign(nonce);
      const createdAt = now();
      const added = tx
        .insert(signedTransactions)
        .values({ ...on, ...signed, transactionId, nonce, createdAt });
      const advanced = tx
        .update(nonces)
        .set({ next: nonce + 1 })
        .where(ofWallet);
      // One round trip less while all others wait for the wallet.
      await tx.execute(sql`with added as (${added.getSQL()}) ${advanced.getSQL()}`);
      const { hash, rawTransaction } = signed;
      return { transactionId, nonce, hash, rawTransaction, createdAt, settledAt: null };
    });
  }

  return {
    reserve,
    /** The signed forms of a transaction, latest first. */
    listOf: (transactionId: string): Promise<StoredTransaction[]> =>
      db
        .select(SIGNED_COLUMNS)
        .from(signedTransactions)
        .where(eq(signedTransactions.transactionId, transactionId))
        .orderBy(desc(signedTransactions.createdAt)),
    /** Adds a signed transaction at a reserved nonce. */
    async add(on: WalletOnChain, transactionId: string, nonce: number, signed: SignedTransaction) {
      await db
        .insert(signedTransactions)
        .values({ ...stored(on), ...signed, transactionId, nonce, createdAt: now() })
        .onConflictDoNothing();
    },
    /** Transactions not known to be mined, ordered by nonce, latest first within a nonce. */
    listUnsettled: (on: WalletOnChain): Promise<StoredTransaction[]> =>
      db
        .select(SIGNED_COLUMNS)
        .from(signedTransactions)
        .where(unsettledOf(stored(on)))
        .orderBy(asc(signedTransactions.nonce), desc(signedTransactions.createdAt)),
    /** Marks all transactions of a nonce as settled. */
    async settle(on: WalletOnChain, nonce: number) {
      await db
        .update(signedTransactions)
        .set({ settledAt: now() })
        .where(and(unsettledOf(stored(on)), eq(signedTransactions.nonce, nonce)));
    },
    reopen: (on: WalletOnChain, mined: number) => reopen(db, stored(on), mined),
    listMissing: (on: WalletOnChain, from: number, max: number) =>
      listMissing(db, stored(on), from, max),
    /** The transactions at nonces of a wallet whose results are recorded, by nonce. */
    listRecorded: (
      on: WalletOnChain,
      { from, before }: { from: number; before: number },
    ): Promise<StoredTransaction[]> =>
      db
        .select(SIGNED_COLUMNS)
        .from(signedTransactions)
        // Another one at the same nonce was reported as failed, so it must never be mined.
        .innerJoin(
          transactions,
          and(
            eq(transactions.id, signedTransactions.transactionId),
            eq(transactions.transactionHash, signedTransactions.hash),
          ),
        )
        .where(
          and(
            signedBy(stored(on)),
            gte(signedTransactions.nonce, from),
            lt(signedTransactions.nonce, before),
          ),
        )
        .orderBy(asc(signedTransactions.nonce)),
    /** The next nonce of a wallet; 0 before its first transaction. */
    async nextNonce(on: WalletOnChain): Promise<number> {
      const [row] = await db
        .select({ next: nonces.next })
        .from(nonces)
        .where(nonceOf(stored(on)));
      return row?.next ?? 0;
    },
    /** Raises the next nonce after the wallet was used elsewhere. @returns whether it changed */
    async advance(on: WalletOnChain, nonce: number): Promise<boolean> {
      const advanced = await db
        .update(nonces)
        .set({ next: nonce })
        .where(and(nonceOf(stored(on)), lt(nonces.next, nonce)))
        .returning({ next: nonces.next });
      return advanced.length > 0;
    },
    /**
     * Makes the nonce of an open transaction, the last one of its wallet, the next one again.
     * @returns false if the transaction has ended or the wallet has used later nonces
     */
    async returnNonce(on: WalletOnChain, { id, nonce }: { id: string; nonce: number }) {
      const isOfOpen = sql`exists (select from ${transactions}
        where ${transactions.id} = ${id} and ${isOpen})`;
      const isLast = inArray(nonces.next, [nonce, nonce + 1]);
      const returned = await db
        .update(nonces)
        .set({ next: nonce })
        .where(and(nonceOf(stored(on)), isLast, isOfOpen))
        .returning({ next: nonces.next });
      return returned.length > 0;
    },
    /** Runs `task` unless another process runs it for the same wallet. @returns whether it ran */
    exclusively: (on: WalletOnChain, task: () => Promise<void>) =>
      db.transaction(async (tx): Promise<boolean> => {
        const name = rebroadcastLock(on, realmOf);
        if (!(await tryLockName(tx, name))) return false;
        await task();
        return true;
      }),
  };
}

/**
 * The latest signed form of a transaction, or null. Without one, a transaction that is signed
 * for the first time is locked, so that `failUnsigned` cannot end it while it is being signed.
 * @throws TransactionEndedError
 */
async function findKnown(
  tx: Executor,
  {
    realm,
    transactionId,
    deadBelow,
  }: { realm: Realm; transactionId: string; deadBelow: number | null },
): Promise<StoredTransaction | null> {
  const isOfTransaction = and(
    eq(signedTransactions.realm, realm),
    eq(signedTransactions.transactionId, transactionId),
    gte(signedTransactions.nonce, deadBelow ?? 0),
  );
  if (deadBelow !== null) {
    const [known] = await tx
      .select(SIGNED_COLUMNS)
      .from(signedTransactions)
      .where(isOfTransaction)
      .orderBy(desc(signedTransactions.createdAt))
      .limit(1);
    return known ?? null;
  }
  // Postgres locks tables of a join by their alias.
  const transaction = alias(transactions, "transaction");
  const [row] = await tx
    .select({ state: transaction.state, known: SIGNED_COLUMNS })
    .from(transaction)
    .leftJoin(signedTransactions, isOfTransaction)
    .where(eq(transaction.id, transactionId))
    .orderBy(desc(signedTransactions.createdAt))
    .limit(1)
    .for("update", { of: transaction });
  if (row?.known) return row.known;
  if (row === undefined || isEnded(row.state)) {
    throw new TransactionEndedError(`Transaction ${transactionId} has ended`);
  }
  return null;
}
