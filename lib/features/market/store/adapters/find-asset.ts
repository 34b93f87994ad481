import { and, eq } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { liveDataset } from "../live-dataset";
import type { OfToken, TokenRow } from "../market";
import { tokens } from "../tables/tables";
import { TOKEN_COLUMNS } from "../tokens/find-token";

export type AssetRow = TokenRow & { createdBlock: number; supplyWei: bigint };

/** A token with its current total supply; null if it was not launched here. */
export async function findAsset(
  db: Database,
  { chainId, address }: OfToken,
): Promise<AssetRow | null> {
  const [token] = await db
    .select({
      ...TOKEN_COLUMNS,
      createdBlock: tokens.createdBlock,
      supplyWei: tokens.supplyWei,
    })
    .from(tokens)
    .where(and(eq(tokens.datasetId, liveDataset(chainId)), eq(tokens.address, address)));
  return token ?? null;
}
