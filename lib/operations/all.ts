import {
  getAccountTrade,
  getTradeLimits,
  tradeWithAccount,
} from "@/lib/features/account-trade/operations";
import {
  getDexScreenerAsset,
  getDexScreenerLatestBlock,
  getDexScreenerPair,
  getGeckoTerminalAsset,
  getGeckoTerminalLatestBlock,
  getGeckoTerminalPair,
  listCoinGeckoTickers,
  listDexScreenerEvents,
  listGeckoTerminalEvents,
} from "@/lib/features/adapters/operations";
import {
  getAdminSession,
  listAuditLog,
  runAdminAction,
  signInAdmin,
  signOutAdmin,
  startAdminSignIn,
} from "@/lib/features/admin/operations";
import {
  changeManagerShares,
  dropManagerToken,
  getEarnings,
  getReferrals,
  payOut,
  prepareClaim,
  withdrawFunds,
} from "@/lib/features/fees/operations";
import { getJob, listJobs } from "@/lib/features/jobs/operations";
import { getLaunchStatus, launchMemecoin, prepareLaunch } from "@/lib/features/launch/operations";
import { createFeeSplitManager, createRevenueManager } from "@/lib/features/managers/operations";
import {
  getAccount,
  getTokenDetails,
  getTokenFees,
  getTokenList,
  getTokenPrice,
  getTokenVideo,
  listCandles,
  listManagerEarners,
  listSwaps,
  listTrades,
} from "@/lib/features/market/operations/market";
import {
  getPosition,
  getTokenMarks,
  getTokenSafety,
  listHistory,
  listLaunches,
  listPositions,
  listTraders,
} from "@/lib/features/market/operations/positions";
import { searchTokens } from "@/lib/features/market/operations/search";
import {
  getToken,
  listHolders,
  listNewTokens,
  listTokens,
} from "@/lib/features/market/operations/tokens";
import { uploadImage, uploadImageFromUrl, uploadMetadata } from "@/lib/features/media/operations";
import {
  appealDecision,
  listModeration,
  reportContent,
} from "@/lib/features/moderation/operations";
import { getNames } from "@/lib/features/names/operations";
import { getOverview } from "@/lib/features/overview/operations";
import { getLaunchChallenge } from "@/lib/features/proof/operations";
import { relayRpc, sandboxFaucet } from "@/lib/features/rpc/operations";
import { getSettings } from "@/lib/features/settings/operations";
import { getOEmbed } from "@/lib/features/share/operations";
import { streamMarket } from "@/lib/features/stream/operations";
import { getConfig, getHealth, getLiveness, getReadiness } from "@/lib/features/system/operations";
import { prepareTrade } from "@/lib/features/trade/operations";
import {
  getUdfConfig,
  getUdfHistory,
  getUdfQuotes,
  getUdfSymbol,
  getUdfTime,
  searchUdfSymbols,
} from "@/lib/features/udf/operations";
import {
  changeWatchlist,
  endSessions,
  getFarcasterSignIn,
  getOwnAccount,
  getWatchlist,
  linkIdentity,
  requestFarcasterSignIn,
  unlinkIdentity,
} from "@/lib/features/users/operations";
import {
  getVideoStatus,
  listVideos,
  sendVideo,
  uploadVideo,
} from "@/lib/features/video/operations";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "@/lib/features/webhooks/operations";

/**
 * Every operation of the service: the request pipeline, the OpenAPI documents and the tests read
 * it.
 */
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
  listManagerEarners,
  getTokenMarks,
  getTokenSafety,
  getPosition,
  listPositions,
  listTraders,
  listHistory,
  listLaunches,
  getReferrals,
  getNames,
  streamMarket,
  getOEmbed,
  getUdfConfig,
  getUdfSymbol,
  searchUdfSymbols,
  getUdfHistory,
  getUdfQuotes,
  getUdfTime,
  getDexScreenerLatestBlock,
  getDexScreenerAsset,
  getDexScreenerPair,
  listDexScreenerEvents,
  getGeckoTerminalLatestBlock,
  getGeckoTerminalAsset,
  getGeckoTerminalPair,
  listGeckoTerminalEvents,
  listCoinGeckoTickers,
  launchMemecoin,
  getLaunchChallenge,
  prepareLaunch,
  prepareTrade,
  prepareClaim,
  getLaunchStatus,
  createRevenueManager,
  createFeeSplitManager,
  uploadImage,
  uploadImageFromUrl,
  uploadMetadata,
  uploadVideo,
  sendVideo,
  getVideoStatus,
  listVideos,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
  testWebhook,
  relayRpc,
  sandboxFaucet,
  getConfig,
  getLiveness,
  getReadiness,
  getHealth,
} as const;

/** Operations of our own pages for signed-in users; not in public documents or clients. */
export const ACCOUNT_OPERATIONS = {
  getOwnAccount,
  endSessions,
  linkIdentity,
  unlinkIdentity,
  getWatchlist,
  changeWatchlist,
  requestFarcasterSignIn,
  getFarcasterSignIn,
  getEarnings,
  payOut,
  withdrawFunds,
  changeManagerShares,
  dropManagerToken,
  tradeWithAccount,
  getAccountTrade,
  getTradeLimits,
  reportContent,
  appealDecision,
} as const;

/** Operations of the operator's console; they exist only when administrators are configured. */
export const ADMIN_OPERATIONS = {
  startAdminSignIn,
  signInAdmin,
  signOutAdmin,
  getAdminSession,
  runAdminAction,
  listAuditLog,
  listModeration,
  getOverview,
  getSettings,
  listJobs,
  getJob,
} as const;
