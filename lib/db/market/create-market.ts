import { sql } from "drizzle-orm";
import type { Database } from "../create-database";
import { readEthPrices, readEthRates } from "./eth-rates";
import { findFees } from "./find-fees";
import { findFigures } from "./find-figures";
import { findQuotes } from "./find-quotes";
import { findSimilarTokens } from "./find-similar-tokens";
import { findToken, findTokenUri } from "./find-token";
import { findTokenMarket } from "./find-token-market";
import { listHolders } from "./list-holders";
import { listTokens } from "./list-tokens";
import { listTrades } from "./list-trades";
import { NUDGE_CHANNEL } from "./nudge-channel";
import { readAccount } from "./read-account";
import { listCandles, readHistory } from "./read-candles";
import { readEvents } from "./read-events";
import { readProgress } from "./read-progress";
import { searchTokens } from "./search-tokens";

/**
 * What the Data API reads of the market tables. Addresses in any letter case in, checksummed out.
 */
export function createMarket(db: Database) {
  const bound =
    <Query, Row>(read: (db: Database, query: Query) => Promise<Row>) =>
    (query: Query) =>
      read(db, query);
  return {
    listTokens: bound(listTokens),
    searchTokens: bound(searchTokens),
    findSimilarTokens: bound(findSimilarTokens),
    findToken: bound(findToken),
    findFigures: bound(findFigures),
    findQuotes: bound(findQuotes),
    findTokenUri: bound(findTokenUri),
    findTokenMarket: bound(findTokenMarket),
    readHistory: bound(readHistory),
    readEthRates: bound(readEthRates),
    readEthPrices: bound(readEthPrices),
    listCandles: bound(listCandles),
    listTrades: bound(listTrades),
    listHolders: bound(listHolders),
    findFees: bound(findFees),
    readAccount: bound(readAccount),
    readEvents: bound(readEvents),
    readProgress: bound(readProgress),
    /** Makes the indexer look at the chain now instead of at its next poll. */
    async nudgeIndexer(slug: string): Promise<void> {
      await db.execute(sql`select pg_notify(${NUDGE_CHANNEL}, ${slug})`);
    },
  };
}

export type Market = ReturnType<typeof createMarket>;
