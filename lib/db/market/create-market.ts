import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { tokens } from "../schema/market";
import { listHolders } from "./list-holders";
import { listTokens } from "./list-tokens";
import type { Market } from "./market";
import { NUDGE_CHANNEL } from "./nudge-channel";

/** The readers' side of the market tables. */
export function createMarket(db: Database): Market {
  return {
    listTokens: (query) => listTokens(db, query),
    async findToken({ chainId, address }) {
      const [token] = await db
        .select({
          address: tokens.address,
          symbol: tokens.symbol,
          name: tokens.name,
          marketCapWei: tokens.marketCapWei,
          createdAt: tokens.createdAt,
          startTime: tokens.startTime,
          image: tokens.image,
          description: tokens.description,
          website: tokens.website,
          twitter: tokens.twitter,
          telegram: tokens.telegram,
          discord: tokens.discord,
          farcaster: tokens.farcaster,
        })
        .from(tokens)
        .where(and(eq(tokens.chain, chainId), eq(tokens.address, address)));
      return token ?? null;
    },
    listHolders: (query) => listHolders(db, query),
    async nudgeIndexer(slug) {
      await db.execute(sql`select pg_notify(${NUDGE_CHANNEL}, ${slug})`);
    },
  };
}
