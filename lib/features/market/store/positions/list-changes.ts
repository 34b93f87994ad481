import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "../live-dataset";
import type { TradePosition } from "../market";
import { positionChanges } from "../tables/position-tables";
import { hexParam, readRows } from "../tables/raw-columns";
import { rowOf } from "../tokens/row-of";
import { type ChangeRow, FLOW_COLUMNS, readChange } from "./position-rows";

/** Changes of an address's positions, of one token or of all, newest first: one range of an index. */
export function listPositionChanges(
  db: Database,
  options: {
    chainId: number;
    holder: Address;
    token?: Address | undefined;
    before: TradePosition | null;
    limit: number;
  },
): Promise<ChangeRow[]> {
  const { chainId, holder, token, before, limit } = options;
  const older =
    before === null
      ? sql``
      : sql`and (block, log_index) < (${before.block}::bigint, ${before.logIndex}::integer)`;
  const ofToken = token === undefined ? sql`` : sql`and token = ${hexParam(token)}`;
  return readRows(
    db,
    readChange,
    sql`
      select t.address as token, t.symbol, t.name, p.block, p.log_index as "logIndex", p.time,
        p.tx_hash as "txHash", ${FLOW_COLUMNS}
      from (
        select * from ${positionChanges}
        where dataset_id = ${liveDataset(chainId)} and holder = ${hexParam(holder)}
          ${ofToken} ${older}
        order by block desc, log_index desc limit ${limit}
      ) as p
      cross join lateral ${rowOf(sql`p.dataset_id`, sql`p.token`)} as t
      order by p.block desc, p.log_index desc`,
  );
}
