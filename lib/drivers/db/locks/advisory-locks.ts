import { sql } from "drizzle-orm";
import type { Executor } from "../create-database";

/** First number, arbitrary. */
const FIRST = 5_107_221;

/**
 * Work of one process of an installation at a time. The position gives the number of the lock, so two
 * are never equal. Only append: servers of the previous release use the same numbers.
 */
const NAMES = [
  "migrations",
  "secrets",
  "uploads",
  "nodes",
  "webhooks",
  "usage",
  "backups",
] as const;

/** The number of an advisory lock with one key; locks of a name use its hash. */
export function lockNumberOf(name: (typeof NAMES)[number]): number {
  return FIRST + NAMES.indexOf(name);
}

/** Until the transaction ends, no other one holds this lock. */
export async function lockNumber(tx: Executor, name: (typeof NAMES)[number]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockNumberOf(name)})`);
}

/** The same for a name that is made from data, such as a wallet. The lock's key is the hash of the name. */
export async function lockName(tx: Executor, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Takes the lock unless another transaction holds it. @returns whether it was taken */
export async function tryLockName(tx: Executor, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isTaken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isTaken"`,
  );
  return rows[0]?.isTaken === true;
}
