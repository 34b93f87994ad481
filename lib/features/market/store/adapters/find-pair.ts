import { sql } from "drizzle-orm";
import type { Address, Hex } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "../live-dataset";
import { launches } from "../tables/event-tables";
import { address, hex, hexParam, int, readRows } from "../tables/raw-columns";
import { tokens } from "../tables/tables";

export type PairRow = {
  token: Address;
  poolId: Hex;
  creator: Address;
  /** Block of the launch; `createdAt` in Unix seconds. */
  createdBlock: number;
  createdAt: number;
  txHash: Hex;
};

/** The launched token of a pool; null for a pool of none. */
export async function findPair(
  db: Database,
  { chainId, poolId }: { chainId: number; poolId: Hex },
): Promise<PairRow | null> {
  const [found] = await readRows(
    db,
    (row) => ({
      token: address(row.token),
      poolId: hex(row.poolId),
      creator: address(row.creator),
      createdBlock: int(row.block),
      createdAt: int(row.time),
      txHash: hex(row.txHash),
    }),
    sql`
      select t.address as token, t.pool_id as "poolId", t.creator, l.block, l.time,
        l.tx_hash as "txHash"
      from ${tokens} as t
      join ${launches} as l on l.dataset_id = t.dataset_id and l.block = t.created_block
        and l.log_index = t.created_log_index
      where t.dataset_id = ${liveDataset(chainId)} and t.pool_id = ${hexParam(poolId)}`,
  );
  return found ?? null;
}
