import { getDexScreenerAsset, getGeckoTerminalAsset } from "@/lib/features/adapters/get-asset";
import { getLatestBlock } from "@/lib/features/adapters/get-latest-block";
import { getDexScreenerPair, getGeckoTerminalPair } from "@/lib/features/adapters/get-pair";
import { listEvents } from "@/lib/features/adapters/list-events";
import { listTickers } from "@/lib/features/adapters/list-tickers";
import { getReferrals } from "@/lib/features/fees/get-referrals";
import { getToken } from "@/lib/features/market/get-token";
import { getTokenDetails } from "@/lib/features/market/get-token-details";
import { getTokenFees } from "@/lib/features/market/get-token-fees";
import { getTokenList } from "@/lib/features/market/get-token-list";
import { getTokenMarks } from "@/lib/features/market/get-token-marks";
import { getTokenSafety } from "@/lib/features/market/get-token-safety";
import { getAccount } from "@/lib/features/market/holders/get-account";
import { getPosition } from "@/lib/features/market/holders/get-position";
import { listHistory } from "@/lib/features/market/holders/list-history";
import { listHolders } from "@/lib/features/market/holders/list-holders";
import { listManagerEarners } from "@/lib/features/market/holders/list-manager-earners";
import { listPositions } from "@/lib/features/market/holders/list-positions";
import { listTraders } from "@/lib/features/market/holders/list-traders";
import { listLaunches } from "@/lib/features/market/list-launches";
import { listNewTokens } from "@/lib/features/market/list-new-tokens";
import { listSwaps } from "@/lib/features/market/list-swaps";
import { listTokens } from "@/lib/features/market/list-tokens";
import { listTrades } from "@/lib/features/market/list-trades";
import { getTokenPrice } from "@/lib/features/market/prices/get-token-price";
import { listCandles } from "@/lib/features/market/prices/list-candles";
import { searchTokens } from "@/lib/features/market/search-tokens";
import { getNames } from "@/lib/features/names/get-names";
import { getOEmbed } from "@/lib/features/share/get-oembed";
import { getConfig } from "@/lib/features/system/get-config";
import { getHealth } from "@/lib/features/system/get-health";
import { getLiveness } from "@/lib/features/system/get-liveness";
import { getReadiness } from "@/lib/features/system/get-readiness";
import { getUdfConfig } from "@/lib/features/udf/get-udf-config";
import { getUdfHistory } from "@/lib/features/udf/get-udf-history";
import { getUdfQuotes } from "@/lib/features/udf/get-udf-quotes";
import { getUdfSymbol } from "@/lib/features/udf/get-udf-symbol";
import { getUdfTime } from "@/lib/features/udf/get-udf-time";
import { searchUdfSymbols } from "@/lib/features/udf/search-udf-symbols";
import { getTokenVideo } from "@/lib/features/video/get-token-video";
import { eventStream, read } from "@/lib/http/bind";
import { OPERATIONS } from "@/lib/operations/all";
import type { Endpoints } from "./binding-types";

const data = OPERATIONS;

/** The reads of the Data API, the adapters and the state of the service. */
export const DATA_ENDPOINTS = {
  listTokens: read(data.listTokens, listTokens),
  listNewTokens: read(data.listNewTokens, listNewTokens),
  getToken: read(data.getToken, getToken),
  getTokenDetails: read(data.getTokenDetails, getTokenDetails),
  getTokenPrice: read(data.getTokenPrice, getTokenPrice),
  listHolders: read(data.listHolders, listHolders),
  listCandles: read(data.listCandles, listCandles),
  listTrades: read(data.listTrades, listTrades),
  listSwaps: read(data.listSwaps, listSwaps),
  getTokenFees: read(data.getTokenFees, getTokenFees),
  getTokenVideo: read(data.getTokenVideo, getTokenVideo),
  searchTokens: read(data.searchTokens, searchTokens),
  getTokenList: read(data.getTokenList, getTokenList),
  getAccount: read(data.getAccount, getAccount),
  listManagerEarners: read(data.listManagerEarners, listManagerEarners),
  getTokenMarks: read(data.getTokenMarks, getTokenMarks),
  getTokenSafety: read(data.getTokenSafety, getTokenSafety),
  getPosition: read(data.getPosition, getPosition),
  listPositions: read(data.listPositions, listPositions),
  listTraders: read(data.listTraders, listTraders),
  listHistory: read(data.listHistory, listHistory),
  listLaunches: read(data.listLaunches, listLaunches),
  getReferrals: read(data.getReferrals, getReferrals),
  getNames: read(data.getNames, getNames),
  streamMarket: eventStream(data.streamMarket),
  getOEmbed: read(data.getOEmbed, getOEmbed),

  getUdfConfig: read(data.getUdfConfig, getUdfConfig),
  getUdfSymbol: read(data.getUdfSymbol, getUdfSymbol),
  searchUdfSymbols: read(data.searchUdfSymbols, searchUdfSymbols),
  getUdfHistory: read(data.getUdfHistory, getUdfHistory),
  getUdfQuotes: read(data.getUdfQuotes, getUdfQuotes),
  getUdfTime: read(data.getUdfTime, getUdfTime),

  getDexScreenerLatestBlock: read(data.getDexScreenerLatestBlock, getLatestBlock),
  getDexScreenerAsset: read(data.getDexScreenerAsset, getDexScreenerAsset),
  getDexScreenerPair: read(data.getDexScreenerPair, getDexScreenerPair),
  listDexScreenerEvents: read(data.listDexScreenerEvents, listEvents),
  getGeckoTerminalLatestBlock: read(data.getGeckoTerminalLatestBlock, getLatestBlock),
  getGeckoTerminalAsset: read(data.getGeckoTerminalAsset, getGeckoTerminalAsset),
  getGeckoTerminalPair: read(data.getGeckoTerminalPair, getGeckoTerminalPair),
  listGeckoTerminalEvents: read(data.listGeckoTerminalEvents, listEvents),
  listCoinGeckoTickers: read(data.listCoinGeckoTickers, listTickers),

  getConfig: read(data.getConfig, getConfig),
  getLiveness: read(data.getLiveness, getLiveness),
  getReadiness: read(data.getReadiness, getReadiness),
  getHealth: read(data.getHealth, getHealth),
} satisfies Partial<Endpoints>;
