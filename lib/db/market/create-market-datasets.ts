import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { DATASET_VERSION } from "@/lib/domain/dataset-version";
import type { Database } from "../create-database";
import { tokens } from "../schema/market";
import { datasets } from "../schema/market-series";
import { copyLiveDataset } from "./copy-live-dataset";
import { createMarketStore } from "./create-market-store";
import { saveEthPrice } from "./eth-rates";
import type { Dataset, MarketDatasets } from "./market-store";
import { promoteDataset } from "./promote-dataset";
import { removeRetired } from "./remove-retired";
import { saveMetadata } from "./save-metadata";

/** The datasets of a chain in the market tables. */
export function createMarketDatasets(db: Database, chainId: number): MarketDatasets {
  const current = db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.chainId, chainId), inArray(datasets.state, ["live", "building"])));

  return {
    chainId,
    async find() {
      const rows = await db.select().from(datasets).where(eq(datasets.chainId, chainId));
      const at = (state: "live" | "building"): Dataset | null => {
        const row = rows.find((one) => one.state === state);
        return row === undefined ? null : { id: row.id, version: row.version };
      };
      return { live: at("live"), building: at("building") };
    },
    async create(state) {
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
    async renew(id) {
      await db.update(datasets).set({ version: DATASET_VERSION }).where(eq(datasets.id, id));
    },
    store: (id) => createMarketStore(db, { id, chainId }),
    promote: (id) => promoteDataset(db, { id, chainId }),
    async discard(id) {
      await db
        .update(datasets)
        .set({ state: "retired" })
        .where(and(eq(datasets.id, id), eq(datasets.state, "building")));
    },
    copyLive: (id, upTo) => copyLiveDataset(db, { id, chainId }, upTo),
    removeRetired: () => removeRetired(db, chainId),
    listPendingMetadata: ({ now, limit }) =>
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
    saveMetadata: (uri, metadata) => saveMetadata(db, { chainId, current }, uri, metadata),
    async failMetadata({ token, retryAt }) {
      await db
        .update(tokens)
        .set({
          metadataAttempts: sql`${tokens.metadataAttempts} + 1`,
          ...(retryAt === null ? { metadataState: "failed" } : { metadataRetryAt: retryAt }),
        })
        .where(and(inArray(tokens.datasetId, current), eq(tokens.address, token)));
    },
    saveEthPrice: (usdE18, now) => saveEthPrice(db, { chainId, usdE18, now }),
  };
}
