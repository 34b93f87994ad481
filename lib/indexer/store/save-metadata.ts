import { and, eq, inArray, ne, type SQLWrapper } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { metadata, tokens } from "@/lib/features/market/store/tables/tables";
import { requestContent } from "@/lib/features/media/store/request-content";
import type { TokenMetadata } from "./dataset-types";
import { notifyMarket } from "./move-checkpoint";

/**
 * Stores a metadata document and copies it to every token of the chain that refers to it. Its image
 * is shown once moderation has approved it.
 * @param of.current the chain's datasets that are not retired
 */
export async function saveMetadata(
  db: Database,
  of: { chainId: number; current: SQLWrapper },
  uri: string,
  document: TokenMetadata,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (document.image !== null) await requestContent(tx, document.image, new Date());
    await tx
      .insert(metadata)
      .values({ uri, ...document })
      .onConflictDoUpdate({ target: metadata.uri, set: document });
    const filled = await tx
      .update(tokens)
      .set({ ...document, metadataState: "resolved" })
      .where(
        and(
          inArray(tokens.datasetId, of.current),
          eq(tokens.tokenUri, uri),
          ne(tokens.metadataState, "resolved"),
        ),
      )
      .returning({ block: tokens.createdBlock, token: tokens.address });
    for (const { block, token } of filled) {
      await notifyMarket(tx, { chainId: of.chainId, block, kind: "metadata", token });
    }
  });
}
