import { sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { nonces, transactions } from "../schema/launch";
import type { WalletOnChain } from "./transaction-store";

/**
 * See `TransactionStore.listMissing`. One statement, because a reservation that is committed
 * between two would look like a nonce that nothing was signed for.
 */
export async function listMissing(
  db: Database,
  { chainId, wallet }: WalletOnChain,
  from: number,
  max: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ nonce: number }>(sql`
    select missing.nonce::float8 as nonce
    from ${nonces} given
    cross join lateral generate_series(${from}::bigint, given.next - 1) as missing (nonce)
    where given.chain_id = ${chainId} and given.wallet = ${wallet} and not exists (
      select 1 from ${transactions} t
      where t.chain_id = ${chainId} and t.wallet = ${wallet} and t.nonce = missing.nonce
    )
    order by missing.nonce limit ${max}`);
  return rows.map(({ nonce }) => nonce);
}
