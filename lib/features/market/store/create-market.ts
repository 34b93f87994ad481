import { sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import type { TokenModeration } from "@/lib/features/moderation/rules/moderation";
import { findAsset } from "./adapters/find-asset";
import { findPair } from "./adapters/find-pair";
import { listTickers } from "./adapters/list-tickers";
import { readFinalBlock } from "./adapters/read-final-block";
import { readPoolEvents } from "./adapters/read-pool-events";
import { INDEXER_SIGNAL_CHANNEL } from "./channels";
import { readEthPrices, readEthRates } from "./eth-rates";
import { findFees } from "./events/find-fees";
import { readEvents } from "./events/read-events";
import type { HiddenToo } from "./hidden-tokens";
import { listCandles } from "./list-candles";
import { listLaunches } from "./list-launches";
import { listManagerEarners } from "./list-manager-earners";
import { listTrades } from "./list-trades";
import { findPosition } from "./positions/find-position";
import { listPositionChanges } from "./positions/list-changes";
import { listPositions } from "./positions/list-positions";
import { listTraders } from "./positions/list-traders";
import { readMarks } from "./positions/read-marks";
import { readSafety } from "./positions/read-safety";
import { readAccount } from "./read-account";
import { readProgress } from "./read-progress";
import { createRecentRates } from "./recent-rates";
import { findFigures } from "./tokens/find-figures";
import { findQuotes } from "./tokens/find-quotes";
import {
  findLaunchHash,
  findOrigin,
  findToken,
  findTokensWithImage,
  findTokenUri,
} from "./tokens/find-token";
import { findTokenMarket } from "./tokens/find-token-market";
import { findTokenPrice } from "./tokens/find-token-price";
import { createLargestTokens } from "./tokens/largest-tokens";
import { listHolders } from "./tokens/list-holders";
import { listLargestAddresses } from "./tokens/list-largest-addresses";
import { createListMarks } from "./tokens/list-marks";
import { listTokens } from "./tokens/list-tokens";
import { createSimilarTokens } from "./tokens/search/find-similar-tokens";
import { searchTokens } from "./tokens/search/search-tokens";

/** The decisions of moderators about a token. */
export type Decisions = {
  tokenOf(chainId: number, address: string, image: string | null): TokenModeration | null;
  isRemoved(cid: string): boolean;
  hiddenByList(chainId: number): Address[];
};
type ModeratedRow = {
  address: Address;
  image: string | null;
  moderation?: TokenModeration | null;
};

/**
 * Reads of the market tables for the Data API. Accepts addresses in any letter case, returns them
 * checksummed.
 * @param decisions of moderators; null applies none
 */
export function createMarket(db: Database, decisions: Decisions | null = null) {
  /** Adds the moderation, and removes a removed image. */
  function moderated<Row extends ModeratedRow>(chainId: number, row: Row): Row {
    const moderation = decisions?.tokenOf(chainId, row.address, row.image) ?? null;
    const isRemoved = row.image !== null && decisions?.isRemoved(row.image) === true;
    // The row itself where nothing was decided: rows of lists are shared between requests.
    if (moderation === null && !isRemoved) return row;
    return { ...row, moderation, image: isRemoved ? null : row.image };
  }
  const each =
    <Query extends { chainId: number } & HiddenToo, Row extends ModeratedRow>(
      read: (db: Database, query: Query) => Promise<Row[]>,
    ) =>
    async (query: Query) => {
      const hiddenToo = decisions?.hiddenByList(query.chainId);
      const rows = await read(db, { ...query, hiddenToo });
      return rows.map((row) => moderated(query.chainId, row));
    };
  const one =
    <Query extends { chainId: number }, Row extends ModeratedRow>(
      read: (db: Database, query: Query) => Promise<Row | null>,
    ) =>
    async (query: Query) => {
      const row = await read(db, query);
      return row === null ? null : moderated(query.chainId, row);
    };
  const bound =
    <Query, Row>(read: (db: Database, query: Query) => Promise<Row>) =>
    (query: Query) =>
      read(db, query);
  const marks = createListMarks();
  const findLargest = createLargestTokens(db);
  const findSimilar = createSimilarTokens(db, findLargest);
  const findRates = createRecentRates(db);
  return {
    listTokens: each((on, query: Parameters<typeof listTokens>[2]) => listTokens(on, marks, query)),
    listLargestAddresses: (query: { chainId: number; limit: number }) =>
      listLargestAddresses(db, { ...query, hiddenToo: decisions?.hiddenByList(query.chainId) }),
    searchTokens: each((on, query: Parameters<typeof searchTokens>[2]) =>
      searchTokens(on, findLargest, query),
    ),
    findSimilarTokens: each((_, query: Parameters<typeof findSimilar>[0]) => findSimilar(query)),
    findToken: one(findToken),
    findFigures: each(findFigures),
    findQuotes: bound(findQuotes),
    findTokenUri: bound(findTokenUri),
    findLaunchHash: bound(findLaunchHash),
    findOrigin: bound(findOrigin),
    findTokensWithImage: bound(findTokensWithImage),
    findTokenMarket: one((on, query: Parameters<typeof findTokenMarket>[2]) =>
      findTokenMarket(on, findRates, query),
    ),
    findTokenPrice: bound((on, query: Parameters<typeof findTokenPrice>[2]) =>
      findTokenPrice(on, findRates, query),
    ),
    readEthRates: bound((on, query: Parameters<typeof readEthRates>[2]) =>
      readEthRates(on, findRates, query),
    ),
    readEthPrices: bound(readEthPrices),
    listCandles: bound(listCandles),
    listTrades: bound(listTrades),
    listHolders: bound(listHolders),
    findFees: bound(findFees),
    findPosition: one(findPosition),
    async listPositions(query: Parameters<typeof listPositions>[1]) {
      const page = await listPositions(db, query);
      return { ...page, positions: page.positions.map((row) => moderated(query.chainId, row)) };
    },
    readMarks: bound(readMarks),
    listTraders: bound(listTraders),
    readSafety: bound(readSafety),
    listPositionChanges: bound(listPositionChanges),
    listLaunches: each(listLaunches),
    async readAccount(query: Parameters<typeof readAccount>[1]) {
      const ledger = await readAccount(db, query);
      const tokens = ledger.tokens.map((token) => moderated(query.chainId, token));
      return { ...ledger, tokens };
    },
    listManagerEarners: bound(listManagerEarners),
    readEvents: bound(readEvents),
    readProgress: bound(readProgress),
    readFinalBlock: bound(readFinalBlock),
    readPoolEvents: bound(readPoolEvents),
    findAsset: one(findAsset),
    findPair: bound(findPair),
    listTickers: bound(listTickers),
    /** Makes the indexer poll the chain now. */
    async signalIndexer(slug: string): Promise<void> {
      await db.execute(sql`select pg_notify(${INDEXER_SIGNAL_CHANNEL}, ${slug})`);
    },
  };
}

export type Market = ReturnType<typeof createMarket>;
