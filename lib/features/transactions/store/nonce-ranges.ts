import { sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import type { StoredWallet } from "./stored-wallet";
import { nonces, signedTransactions } from "./tables";

/**
 * Reverts `settle` for nonces from `mined` on: a reorg removed their transactions from the chain.
 * Nonces that were given back stay as they are: those from the next one on, and those with another
 * open transaction.
 * @returns the number of signed transactions that are open again
 */
export async function reopen(
  db: Database,
  { realm, chainId, wallet }: StoredWallet,
  mined: number,
): Promise<number> {
  const bytes = sql.param(wallet, nonces.wallet);
  const { rowCount } = await db.execute(sql`
    update ${signedTransactions} as t set settled_at = null
    from ${nonces} as given
    where given.realm = ${realm} and given.chain_id = ${chainId} and given.wallet = ${bytes}
      and t.realm = given.realm and t.chain_id = given.chain_id and t.wallet = given.wallet
      and t.nonce >= ${mined} and t.nonce < given.next and t.settled_at is not null
      and not exists (
        select 1 from ${signedTransactions} as other
        where other.realm = t.realm and other.chain_id = t.chain_id and other.wallet = t.wallet
        and other.nonce = t.nonce and other.settled_at is null
      )`);
  return rowCount ?? 0;
}

/**
 * Reserved nonces from `from` on without a transaction, at most `max`. Uses one statement, because a
 * reservation committed between two statements would look like a missing transaction.
 */
export async function listMissing(
  db: Database,
  { realm, chainId, wallet }: StoredWallet,
  from: number,
  max: number,
): Promise<number[]> {
  const bytes = sql.param(wallet, nonces.wallet);
  const { rows } = await db.execute<{ nonce: number }>(sql`
    select missing.nonce::float8 as nonce
    from ${nonces} given
    cross join lateral generate_series(${from}::bigint, given.next - 1) as missing (nonce)
    where given.realm = ${realm} and given.chain_id = ${chainId} and given.wallet = ${bytes}
    and not exists (
      select 1 from ${signedTransactions} t
      where t.realm = ${realm} and t.chain_id = ${chainId} and t.wallet = ${bytes}
      and t.nonce = missing.nonce
    )
    order by missing.nonce limit ${max}`);
  return rows.map(({ nonce }) => nonce);
}
