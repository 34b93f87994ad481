import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { prepareShapes } from "@/lib/drivers/db/prepare-once";
import type { HiddenToo } from "../hidden-tokens";
import { address, bytesOf, int } from "../tables/raw-columns";
import { exactPage } from "./list-keys";

type Query = { chainId: number; limit: number } & HiddenToo;

const BY = { keys: ["market_cap_wei"], hasTies: true };

const largest = prepareShapes({
  shapeOf: ({ chainId }: Query, values) => [chainId, ...Object.keys(values)].join(),
  build: (query) =>
    exactPage({ ...query, order: "marketCap", offset: 0 }, BY, sql`address, created_at`),
});

/**
 * The tokens of a chain with the highest market cap, with the time of their launch only: many rows of
 * lists take much longer to read. `createdAt` in Unix seconds.
 */
export async function listLargestAddresses(
  db: Database,
  query: Query,
): Promise<{ address: Address; createdAt: number }[]> {
  const { limit, hiddenToo = [] } = query;
  const hidden = hiddenToo.length === 0 ? {} : { hidden: hiddenToo.map(bytesOf) };
  const rows = await largest(db, query, { limit, offset: 0, ...hidden });
  return rows.map((row) => ({ address: address(row.address), createdAt: int(row.created_at) }));
}
