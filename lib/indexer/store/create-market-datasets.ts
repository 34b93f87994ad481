import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { DATASET_VERSION } from "@/lib/features/market/rules/dataset-version";
import { saveEthPrice } from "@/lib/features/market/store/eth-rates";
import { datasets } from "@/lib/features/market/store/tables/series-tables";
import { tokens } from "@/lib/features/market/store/tables/tables";
import type { Realm } from "@/lib/shared/realm";
import { copyLiveDataset } from "./copy-live-dataset";
import { createMarketStore } from "./create-market-store";
import type { Checkpoint, Dataset, PendingMetadata, TokenMetadata } from "./dataset-types";
import { promoteDataset } from "./promote-dataset";
import { removeRetired } from "./remove-retired";
import { saveMetadata } from "./save-metadata";

/**
 * The datasets of a chain, and the rows that datasets share: metadata and ETH prices.
 * @param realm of the webhooks that get the chain's events
 */
export function createMarketDatasets(db: Database, chainId: number, realm: Realm) {
  const current = db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.chainId, chainId), inArray(datasets.state, ["live", "building"])));

  return {
    chainId,
    async find(): Promise<{ live: Dataset | null; building: Dataset | null }> {
      const rows = await db.select().from(datasets).where(eq(datasets.chainId, chainId));
      const at = (state: "live" | "building"): Dataset | null => {
        const row = rows.find((one) => one.state === state);
        return row === undefined ? null : { id: row.id, version: row.version };
      };
      return { live: at("live"), building: at("building") };
    },
    /** @throws when a dataset in that state exists */
    async create(state: "live" | "building"): Promise<Dataset> {
      const version = DATASET_VERSION;
      const [first] = await db
        .insert(datasets)
        .values({ id: chainId, chainId, state, version })
        .onConflictDoNothing({ target: datasets.id })
        .returning({ id: datasets.id });
      if (first !== undefined) return { id: first.id, version };
      const [next] = await db
        .insert(datasets)
        .values({ id: sql`nextval('market.dataset_numbers')`, chainId, state, version })
        .returning({ id: datasets.id });
      if (next === undefined) throw new Error("a new dataset has no number");
      return { id: next.id, version };
    },
    /** Marks a dataset's rows as derived by the current version. */
    async renew(id: number): Promise<void> {
      await db.update(datasets).set({ version: DATASET_VERSION }).where(eq(datasets.id, id));
    },
    store: (id: number) => createMarketStore(db, { id, chainId, realm }),
    /** Makes the dataset that was built the live one. */
    promote: (id: number): Promise<void> => promoteDataset(db, { id, chainId, realm }),
    /** Retires a dataset that is being built. */
    async discard(id: number): Promise<void> {
      await db
        .update(datasets)
        .set({ state: "retired" })
        .where(and(eq(datasets.id, id), eq(datasets.state, "building")));
    },
    /** Copies the live dataset's rows, up to a block, into a dataset that is being built. */
    copyLive: (id: number, upTo: Checkpoint, deployment: string): Promise<void> =>
      copyLiveDataset(db, { id, chainId }, upTo, deployment),
    /** Removes a batch of rows of retired datasets. @returns whether more may be left */
    removeRetired: (): Promise<boolean> => removeRetired(db, chainId),
    listPendingMetadata: ({
      now,
      limit,
    }: {
      now: Date;
      limit: number;
    }): Promise<PendingMetadata[]> =>
      db
        .select({
          token: tokens.address,
          uri: tokens.tokenUri,
          attempts: tokens.metadataAttempts,
        })
        .from(tokens)
        .where(
          and(
            inArray(tokens.datasetId, current),
            eq(tokens.metadataState, "pending"),
            lte(tokens.metadataRetryAt, now),
          ),
        )
        .orderBy(asc(tokens.metadataRetryAt))
        .limit(limit),
    saveMetadata: (uri: string, metadata: TokenMetadata): Promise<void> =>
      saveMetadata(db, { chainId, current }, uri, metadata),
    /** @param retryAt null marks the metadata as failed */
    async failMetadata({
      token,
      retryAt,
    }: {
      token: Address;
      retryAt: Date | null;
    }): Promise<void> {
      await db
        .update(tokens)
        .set({
          metadataAttempts: sql`${tokens.metadataAttempts} + 1`,
          ...(retryAt === null ? { metadataState: "failed" } : { metadataRetryAt: retryAt }),
        })
        .where(and(inArray(tokens.datasetId, current), eq(tokens.address, token)));
    },
    saveEthPrice: (usdE18: bigint | null, now: Date): Promise<void> =>
      saveEthPrice(db, { chainId, usdE18, now }),
  };
}

export type MarketDatasets = ReturnType<typeof createMarketDatasets>;
