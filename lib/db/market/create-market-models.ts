import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import { MODEL_VERSION } from "@/lib/domain/model-version";
import type { Database } from "../create-database";
import { tokens } from "../schema/market";
import { models } from "../schema/market-series";
import { copyLiveModel } from "./copy-live-model";
import { createMarketStore } from "./create-market-store";
import { saveEthPrice } from "./eth-rates";
import type { MarketModels, Model } from "./market-store";
import { promoteModel } from "./promote-model";
import { removeRetired } from "./remove-retired";
import { saveMetadata } from "./save-metadata";

/** The models of a chain in the market tables. */
export function createMarketModels(db: Database, chainId: number): MarketModels {
  const current = db
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.chainId, chainId), inArray(models.state, ["live", "building"])));

  return {
    chainId,
    async find() {
      const rows = await db.select().from(models).where(eq(models.chainId, chainId));
      const at = (state: "live" | "building"): Model | null => {
        const row = rows.find((one) => one.state === state);
        return row === undefined ? null : { id: row.id, version: row.version };
      };
      return { live: at("live"), building: at("building") };
    },
    async create(state) {
      const version = MODEL_VERSION;
      const [first] = await db
        .insert(models)
        .values({ id: chainId, chainId, state, version })
        .onConflictDoNothing({ target: models.id })
        .returning({ id: models.id });
      if (first !== undefined) return { id: first.id, version };
      const [next] = await db
        .insert(models)
        .values({ id: sql`nextval('market.model_numbers')`, chainId, state, version })
        .returning({ id: models.id });
      if (next === undefined) throw new Error("a new model has no number");
      return { id: next.id, version };
    },
    async renew(id) {
      await db.update(models).set({ version: MODEL_VERSION }).where(eq(models.id, id));
    },
    store: (id) => createMarketStore(db, { id, chainId }),
    promote: (id) => promoteModel(db, { id, chainId }),
    async discard(id) {
      await db
        .update(models)
        .set({ state: "retired" })
        .where(and(eq(models.id, id), eq(models.state, "building")));
    },
    copyLive: (id, upTo) => copyLiveModel(db, { id, chainId }, upTo),
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
            inArray(tokens.chain, current),
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
        .where(and(inArray(tokens.chain, current), eq(tokens.address, token)));
    },
    saveEthPrice: (usdE18, now) => saveEthPrice(db, { chainId, usdE18, now }),
  };
}
