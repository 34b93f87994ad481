import { and, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { gasReservations } from "@/lib/features/budget/store/tables";
import type { TransactionKind } from "@/lib/features/transactions/rules";
import { isUndecided, ofRealms } from "@/lib/features/transactions/store/conditions";
import { signedTransactions, transactions } from "@/lib/features/transactions/store/tables";
import type { Transaction } from "@/lib/features/transactions/transaction";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import type { JobState } from "../rules/job-actions";

export type Job = Transaction & {
  sequence: number;
  owner: string | null;
  touchedAt: Date;
  finishedAt: Date | null;
  isSigned: boolean;
};

export type JobFilter = {
  kind?: TransactionKind | undefined;
  chain?: ChainSlug | undefined;
  state?: JobState | undefined;
  /** An id, the hash of a transaction, or the wallet or account that it belongs to. */
  search?: string | undefined;
  /** Only jobs that were accepted before this one. */
  before?: number | undefined;
  limit: number;
};

export type SignedRow = {
  hash: `0x${string}`;
  nonce: number;
  maxFeePerGas: bigint;
  createdAt: Date;
  settledAt: Date | null;
};

const COLUMNS = {
  id: transactions.id,
  sequence: transactions.sequence,
  kind: transactions.kind,
  chain: transactions.chain,
  payload: transactions.payload,
  state: transactions.state,
  result: transactions.result,
  owner: transactions.owner,
  transactionHash: transactions.transactionHash,
  error: transactions.error,
  mayHaveSucceeded: transactions.mayHaveSucceeded,
  createdAt: transactions.createdAt,
  touchedAt: transactions.touchedAt,
  finishedAt: transactions.finishedAt,
  isSigned: sql<boolean>`exists (
    select 1 from launch.signed_transactions s where s.operation_id = ${transactions.id})`,
};

/** Transactions as the console lists them. */
export function createJobList(db: Database, realms: Realms) {
  return {
    /** The latest first. */
    list({ kind, chain, state, search, before, limit }: JobFilter): Promise<Job[]> {
      return db
        .select(COLUMNS)
        .from(transactions)
        .where(
          and(
            ofRealms(realms),
            kind === undefined ? undefined : eq(transactions.kind, kind),
            chain === undefined ? undefined : eq(transactions.chain, chain),
            state === undefined ? undefined : isIn(state),
            search === undefined ? undefined : matches(db, search),
            before === undefined ? undefined : lt(transactions.sequence, before),
          ),
        )
        .orderBy(desc(transactions.sequence))
        .limit(limit);
    },
    async find(id: string): Promise<Job | null> {
      const [job] = await db
        .select(COLUMNS)
        .from(transactions)
        .where(and(eq(transactions.id, id), ofRealms(realms)));
      return job ?? null;
    },
    /** The signed transactions of a job, in the order of their signatures. */
    signedOf: (id: string): Promise<SignedRow[]> =>
      db
        .select({
          hash: signedTransactions.hash,
          nonce: signedTransactions.nonce,
          maxFeePerGas: signedTransactions.maxFeePerGas,
          createdAt: signedTransactions.createdAt,
          settledAt: signedTransactions.settledAt,
        })
        .from(signedTransactions)
        .where(eq(signedTransactions.transactionId, id))
        .orderBy(signedTransactions.createdAt, signedTransactions.nonce),
    /** Gas that is reserved for a job, or was spent on it; null if unknown. */
    async gasOf(id: string): Promise<{ wei: bigint; isSettled: boolean } | null> {
      const [found] = await db
        .select({ wei: gasReservations.wei, isSettled: gasReservations.isSettled })
        .from(gasReservations)
        .where(eq(gasReservations.transactionId, id));
      return found ?? null;
    },
  };
}

export type JobList = ReturnType<typeof createJobList>;

/** Literal conditions, so that Postgres can use the partial indexes. */
function isIn(state: JobState): SQL {
  switch (state) {
    case "waiting":
      return sql`state = 'waiting'`;
    case "active":
      return sql`state = 'active'`;
    case "undecided":
      return isUndecided;
    case "completed":
      return sql`state = 'completed'`;
    case "failed":
      return sql`state = 'failed' and not may_have_succeeded`;
  }
}

/** A union of ids, because PostgreSQL scans all transactions for an `or` of two tables. */
function matches(db: Database, search: string): SQL {
  const { id } = transactions;
  const having = (condition: SQL) => db.select({ id }).from(transactions).where(condition);
  const isHash = /^0x[0-9a-fA-F]{64}$/.test(search);
  if (isHash) {
    const hash: `0x${string}` = `0x${search.slice(2).toLowerCase()}`;
    const signed = db
      .select({ id: signedTransactions.transactionId })
      .from(signedTransactions)
      .where(eq(signedTransactions.hash, hash));
    // Of a launch that another wallet has sent.
    return inArray(id, having(eq(transactions.transactionHash, hash)).unionAll(signed));
  }
  const named = having(eq(id, search));
  if (!isHexAddress(search)) {
    return inArray(id, named.unionAll(having(eq(transactions.owner, search))));
  }
  // Withdrawals, share changes and dropped tokens belong to the account of the wallet.
  const wallet = toChecksumAddress(search);
  const owned = having(eq(transactions.owner, wallet));
  const ofWallet = having(sql`${transactions.payload} ->> 'wallet' = ${wallet}`);
  return inArray(id, named.unionAll(owned).unionAll(ofWallet));
}
