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
import type { Market } from "./market";
import { NUDGE_CHANNEL } from "./nudge-channel";
import { readAccount } from "./read-account";
import { listCandles, readHistory } from "./read-candles";
import { readEvents } from "./read-events";
import { readProgress } from "./read-progress";
import { searchTokens } from "./search-tokens";

/** The readers' side of the market tables. */
export function createMarket(db: Database): Market {
  return {
    listTokens: (query) => listTokens(db, query),
    searchTokens: (query) => searchTokens(db, query),
    findSimilarTokens: (query) => findSimilarTokens(db, query),
    findToken: (query) => findToken(db, query),
    findFigures: (query) => findFigures(db, query),
    findQuotes: (query) => findQuotes(db, query),
    findTokenUri: (query) => findTokenUri(db, query),
    findTokenMarket: (query) => findTokenMarket(db, query),
    readHistory: (query) => readHistory(db, query),
    readEthRates: (query) => readEthRates(db, query),
    readEthPrices: (chainIds) => readEthPrices(db, chainIds),
    listCandles: (query) => listCandles(db, query),
    listTrades: (query) => listTrades(db, query),
    listHolders: (query) => listHolders(db, query),
    findFees: (query) => findFees(db, query),
    readAccount: (query) => readAccount(db, query),
    readEvents: (query) => readEvents(db, query),
    readProgress: (chainIds) => readProgress(db, chainIds),
    async nudgeIndexer(slug) {
      await db.execute(sql`select pg_notify(${NUDGE_CHANNEL}, ${slug})`);
    },
  };
}
