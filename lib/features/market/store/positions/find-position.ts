import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { NO_FLOWS } from "../../rules/position";
import { ethUsdNow } from "../eth-rates";
import { liveDataset } from "../live-dataset";
import type { OfToken } from "../market";
import { positions } from "../tables/position-tables";
import { big, hexParam, orNull, readRows } from "../tables/raw-columns";
import { tokens } from "../tables/tables";
import {
  POSITION_COLUMNS,
  type PositionRow,
  readPosition,
  readPositionToken,
} from "./position-rows";

/**
 * The position of an address in a token, of zeros if it never had one; null for an unknown token.
 */
export async function findPosition(
  db: Database,
  { chainId, address, holder }: OfToken & { holder: Address },
): Promise<(PositionRow & { ethUsdE18: bigint | null }) | null> {
  const [row] = await readRows(
    db,
    (row) => ({
      ...(row.changes === null
        ? { ...readPositionToken(row), ...NO_FLOWS, amountWei: 0n, changes: 0 }
        : readPosition(row)),
      ethUsdE18: orNull(big, row.ethUsdE18),
    }),
    sql`
      select ${POSITION_COLUMNS}, ${ethUsdNow(chainId)} as "ethUsdE18"
      from ${tokens} as t
      left join ${positions} as p on p.dataset_id = t.dataset_id and p.token = t.address
        and p.holder = ${hexParam(holder)}
      where t.dataset_id = ${liveDataset(chainId)} and t.address = ${hexParam(address)}`,
  );
  return row ?? null;
}
