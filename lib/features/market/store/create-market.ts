import { sql } from "drizzle-orm";
import type { Database } from "@/lib/drivers/db/create-database";
import { findAsset } from "./adapters/find-asset";
import { findPair } from "./adapters/find-pair";
import { listTickers } from "./adapters/list-tickers";
import { readFinalBlock } from "./adapters/read-final-block";
import { readPoolEvents } from "./adapters/read-pool-events";
import { INDEXER_SIGNAL_CHANNEL } from "./channels";
import { readEthPrices, readEthRates } from "./eth-rates";
import { findFees } from "./events/find-fees";
import { readEvents } from "./events/read-events";
import { listTrades } from "./list-trades";
import { readAccount } from "./read-account";
import { listCandles, readHistory } from "./read-candles";
import { readProgress } from "./read-progress";
import { findFigures } from "./tokens/find-figures";
import { findQuotes } from "./tokens/find-quotes";
import { findSimilarTokens } from "./tokens/find-similar-tokens";
import { findToken, findTokenUri } from "./tokens/find-token";
import { findTokenMarket } from "./tokens/find-token-market";
import { listHolders } from "./tokens/list-holders";
import { listTokens } from "./tokens/list-tokens";
import { searchTokens } from "./tokens/search-tokens";

/**
 * Reads of the market tables for the Data API. Accepts addresses in any letter case, returns them
 * checksummed.
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
    readFinalBlock: bound(readFinalBlock),
    readPoolEvents: bound(readPoolEvents),
    findAsset: bound(findAsset),
    findPair: bound(findPair),
    listTickers: bound(listTickers),
    /** Makes the indexer poll the chain now. */
    async signalIndexer(slug: string): Promise<void> {
      await db.execute(sql`select pg_notify(${INDEXER_SIGNAL_CHANNEL}, ${slug})`);
    },
  };
}

export type Market = ReturnType<typeof createMarket>;
