import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Hex } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { signedTransactions, transactions } from "./tables";

/** The trace contexts of the requests that led to these chain transactions, by hash in lower case. */
export async function findTraceparents(
  db: Database,
  { chainId, hashes }: { chainId: number; hashes: readonly Hex[] },
): Promise<Map<Hex, string>> {
  const rows = await db
    .select({ hash: signedTransactions.hash, traceparent: transactions.traceparent })
    .from(signedTransactions)
    .innerJoin(transactions, eq(transactions.id, signedTransactions.transactionId))
    .where(
      and(
        inArray(signedTransactions.realm, ["sandbox", "live"]),
        inArray(signedTransactions.hash, [...hashes]),
        eq(signedTransactions.chainId, chainId),
        isNotNull(transactions.traceparent),
      ),
    );
  return new Map(
    rows.flatMap(({ hash, traceparent }) => (traceparent === null ? [] : [[hash, traceparent]])),
  );
}
