import {
  askFarcaster,
  changeManagerShares,
  endSessions,
  getEarnings,
  getOwnAccount,
  linkIdentity,
  payOut,
  readFarcasterAnswer,
  unlinkIdentity,
  withdrawFunds,
} from "./account";
import { getToken, listHolders, listNewTokens, listTokens } from "./data";
import {
  getAccount,
  getTokenDetails,
  getTokenFees,
  getTokenList,
  getTokenPrice,
  getTokenVideo,
  listCandles,
  listSwaps,
  listTrades,
} from "./data-market";
import { searchTokens } from "./data-search";
import { getLaunchStatus, launchMemecoin } from "./launch";
import { createFeeSplitManager, createRevenueManager } from "./managers";
import { uploadImage, uploadMetadata } from "./media";
import { relayRpc, sandboxFaucet } from "./rpc";
import { streamMarket } from "./stream";
import { getConfig, getLiveness, getReadiness } from "./system";
import {
  getUdfConfig,
  getUdfHistory,
  getUdfQuotes,
  getUdfSymbol,
  getUdfTime,
  searchUdfSymbols,
} from "./udf";
import { getVideoStatus, listVideos, sendVideo, uploadVideo } from "./video";

/** Every operation of the service: what the request pipeline, the OpenAPI documents and the tests read. */
export const OPERATIONS = {
  listTokens,
  listNewTokens,
  getToken,
  listHolders,
  getTokenDetails,
  getTokenPrice,
  listCandles,
  listTrades,
  listSwaps,
  getTokenFees,
  getTokenVideo,
  searchTokens,
  getTokenList,
  getAccount,
  streamMarket,
  getUdfConfig,
  getUdfSymbol,
  searchUdfSymbols,
  getUdfHistory,
  getUdfQuotes,
  getUdfTime,
  launchMemecoin,
  getLaunchStatus,
  createRevenueManager,
  createFeeSplitManager,
  uploadImage,
  uploadMetadata,
  uploadVideo,
  sendVideo,
  getVideoStatus,
  listVideos,
  relayRpc,
  sandboxFaucet,
  getConfig,
  getLiveness,
  getReadiness,
} as const;

/** What our own pages ask for the person who is signed in; in no public document or client. */
export const ACCOUNT_OPERATIONS = {
  getOwnAccount,
  endSessions,
  linkIdentity,
  unlinkIdentity,
  askFarcaster,
  readFarcasterAnswer,
  getEarnings,
  payOut,
  withdrawFunds,
  changeManagerShares,
} as const;
