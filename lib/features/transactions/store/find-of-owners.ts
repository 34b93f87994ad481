import { and, desc, eq, inArray, like, or } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import type { Realms } from "@/lib/shared/realm";
import type { TransactionKind } from "../rules";
import type { Transaction } from "../transaction";
import { isOpen, ofRealms } from "./conditions";
import { signedTransactions, transactions } from "./tables";

/** Owners that may have requested an action, their present wallets, and the exclusive keys of these. */
export type RequestedOf = {
  owners: readonly string[];
  wallets: readonly Address[];
  exclusiveKeys: readonly string[];
  requestId: string;
};

/** The columns of a `Transaction`. */
export const COLUMNS = {
  id: transactions.id,
  kind: transactions.kind,
  chain: transactions.chain,
  payload: transactions.payload,
  state: transactions.state,
  result: transactions.result,
  transactionHash: transactions.transactionHash,
  error: transactions.error,
  mayHaveSucceeded: transactions.mayHaveSucceeded,
  createdAt: transactions.createdAt,
};

/**
 * The action that was requested under this id by one of these owners, or for one of these wallets by an
 * account that they belonged to before. See `walletActionIdOf`.
 * @param of.requestId a UUID
 */
export async function findRequested(
  db: Database,
  realms: Realms,
  { owners, wallets, exclusiveKeys, requestId }: RequestedOf,
): Promise<Transaction | null> {
  const isRequested = like(transactions.id, `action:%:${requestId}`);
  const isUnderWay = and(isOpen, inArray(transactions.exclusiveKey, [...exclusiveKeys]));
  const [found] = await db
    .select(COLUMNS)
    .from(transactions)
    .where(
      and(or(inArray(transactions.owner, [...owners]), isUnderWay), isRequested, ofRealms(realms)),
    )
    .limit(1);
  if (found !== undefined || wallets.length === 0) return found ?? null;
  // An action that has ended unsigned sent nothing, so what was signed by the wallets is enough. By
  // chain, as the index is.
  const isSigned = CHAIN_SLUGS.map((chain) =>
    and(
      eq(signedTransactions.realm, realms.realmOf(chain)),
      eq(signedTransactions.chainId, CHAINS[chain].chainId),
      inArray(signedTransactions.wallet, [...wallets]),
    ),
  );
  const [signed] = await db
    .select(COLUMNS)
    .from(signedTransactions)
    .innerJoin(transactions, eq(transactions.id, signedTransactions.transactionId))
    .where(
      and(
        or(...isSigned),
        like(signedTransactions.transactionId, `action:%:${requestId}`),
        ofRealms(realms),
      ),
    )
    .limit(1);
  return signed ?? null;
}

/** The latest transactions of owners. */
export async function listOfOwners(
  db: Database,
  realms: Realms,
  {
    owners,
    kinds,
    limit,
  }: { owners: readonly string[]; kinds: readonly TransactionKind[]; limit: number },
): Promise<Transaction[]> {
  if (owners.length === 0) return [];
  return db
    .select(COLUMNS)
    .from(transactions)
    .where(
      and(
        inArray(transactions.owner, [...owners]),
        inArray(transactions.kind, [...kinds]),
        ofRealms(realms),
      ),
    )
    .orderBy(desc(transactions.createdAt))
    .limit(limit);
}
