import { getAccountTrade, getTradeLimits } from "@/lib/features/account-trade/get-account-trade";
import { tradeWithAccount } from "@/lib/features/account-trade/trade-with-account";
import { getDexScreenerAsset, getGeckoTerminalAsset } from "@/lib/features/adapters/get-asset";
import { getLatestBlock } from "@/lib/features/adapters/get-latest-block";
import { getDexScreenerPair, getGeckoTerminalPair } from "@/lib/features/adapters/get-pair";
import { listEvents } from "@/lib/features/adapters/list-events";
import { listTickers } from "@/lib/features/adapters/list-tickers";
import { listAuditLog } from "@/lib/features/admin/list-audit-log";
import { renderSession, signIn as signInAdmin } from "@/lib/features/admin/sign-in";
import { startSignIn as startAdminSignIn } from "@/lib/features/admin/start-sign-in";
import { changeShares } from "@/lib/features/fees/change-shares";
import { dropToken } from "@/lib/features/fees/drop-token";
import { getEarnings } from "@/lib/features/fees/get-earnings";
import { getReferrals } from "@/lib/features/fees/get-referrals";
import { payOut } from "@/lib/features/fees/pay-out";
import { prepareClaim } from "@/lib/features/fees/prepare-claim";
import { withdraw } from "@/lib/features/fees/withdraw";
import { getJob, listJobs } from "@/lib/features/jobs/list-jobs";
import { getLaunchStatus } from "@/lib/features/launch/get-launch-status";
import { prepareLaunch } from "@/lib/features/launch/prepare-launch";
import { submitLaunch } from "@/lib/features/launch/submit-launch";
import { createFeeSplitManager } from "@/lib/features/managers/create-fee-split-manager";
import { createRevenueManager } from "@/lib/features/managers/create-revenue-manager";
import { getToken } from "@/lib/features/market/get-token";
import { getTokenDetails } from "@/lib/features/market/get-token-details";
import { getTokenFees } from "@/lib/features/market/get-token-fees";
import { getTokenList } from "@/lib/features/market/get-token-list";
import { getTokenMarks } from "@/lib/features/market/get-token-marks";
import { getTokenSafety } from "@/lib/features/market/get-token-safety";
import { getAccount } from "@/lib/features/market/holders/get-account";
import { getPosition } from "@/lib/features/market/holders/get-position";
import { listHolders } from "@/lib/features/market/holders/list-holders";
import { listPositions } from "@/lib/features/market/holders/list-positions";
import { listTraders } from "@/lib/features/market/holders/list-traders";
import { listLaunches } from "@/lib/features/market/list-launches";
import { listNewTokens } from "@/lib/features/market/list-new-tokens";
import { listSwaps } from "@/lib/features/market/list-swaps";
import { listTokens } from "@/lib/features/market/list-tokens";
import { listTrades } from "@/lib/features/market/list-trades";
import { getTokenPrice } from "@/lib/features/market/prices/get-token-price";
import { listCandles } from "@/lib/features/market/prices/list-candles";
import { listHistory } from "@/lib/features/market/prices/list-history";
import { searchTokens } from "@/lib/features/market/search-tokens";
import { uploadImage } from "@/lib/features/media/upload-image";
import { uploadImageFromUrl } from "@/lib/features/media/upload-image-from-url";
import { uploadMetadata } from "@/lib/features/media/upload-metadata";
import { appealDecision } from "@/lib/features/moderation/appeal-decision";
import { listModeration } from "@/lib/features/moderation/list-moderation";
import { reportContent } from "@/lib/features/moderation/report-content";
import { getNames } from "@/lib/features/names/get-names";
import { getOverview } from "@/lib/features/overview/get-overview";
import { getLaunchChallenge } from "@/lib/features/proof/get-launch-challenge";
import { fundAccount } from "@/lib/features/rpc/fund-account";
import { relayRpc } from "@/lib/features/rpc/relay-rpc";
import { getSettings } from "@/lib/features/settings/get-settings";
import { getOEmbed } from "@/lib/features/share/get-oembed";
import { getConfig } from "@/lib/features/system/get-config";
import { getHealth } from "@/lib/features/system/get-health";
import { getLiveness } from "@/lib/features/system/get-liveness";
import { getReadiness } from "@/lib/features/system/get-readiness";
import { prepareTrade } from "@/lib/features/trade/prepare-trade";
import { getUdfConfig } from "@/lib/features/udf/get-udf-config";
import { getUdfHistory } from "@/lib/features/udf/get-udf-history";
import { getUdfQuotes } from "@/lib/features/udf/get-udf-quotes";
import { getUdfSymbol } from "@/lib/features/udf/get-udf-symbol";
import { getUdfTime } from "@/lib/features/udf/get-udf-time";
import { searchUdfSymbols } from "@/lib/features/udf/search-udf-symbols";
import { askFarcaster } from "@/lib/features/users/ask-farcaster";
import { changeWatchlist } from "@/lib/features/users/change-watchlist";
import { endSessions } from "@/lib/features/users/end-sessions";
import { getAccount as getOwnAccount } from "@/lib/features/users/get-account";
import { getWatchlist } from "@/lib/features/users/get-watchlist";
import { linkIdentity } from "@/lib/features/users/link-identity";
import { readFarcasterAnswer } from "@/lib/features/users/read-farcaster-answer";
import { unlinkIdentity } from "@/lib/features/users/unlink-identity";
import { createUpload } from "@/lib/features/video/create-upload";
import { getTokenVideo } from "@/lib/features/video/get-token-video";
import { getVideoStatus } from "@/lib/features/video/get-video-status";
import { listVideos } from "@/lib/features/video/list-videos";
import { receiveVideo } from "@/lib/features/video/receive-video";
import { createWebhook } from "@/lib/features/webhooks/create-webhook";
import {
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "@/lib/features/webhooks/manage-webhook";
import type { WebhookProof } from "@/lib/features/webhooks/require-webhook";
import { updateWebhook } from "@/lib/features/webhooks/update-webhook";
import {
  action,
  adminAction,
  eventStream,
  findAdmin,
  findOwnSession,
  type OperationEndpoint,
  ownPageAction,
  read,
  userAction,
} from "../http/bind";
import { ACCOUNT_OPERATIONS, ADMIN_OPERATIONS, OPERATIONS } from "../operations/all";
import { findBoundAction } from "./admin/actions";
import { originOf } from "./auth/origin-of";

const data = OPERATIONS;
const own = ACCOUNT_OPERATIONS;
const admin = ADMIN_OPERATIONS;
type All = typeof data & typeof own & typeof admin;

/**
 * Binds every operation to its use case, in development and in production. A missing entry is a
 * type error.
 */
export const OPERATION_ENDPOINTS: { [Id in keyof All]: OperationEndpoint<All[Id]> } = {
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

  launchMemecoin: action(data.launchMemecoin, ({ ctx, input, headers, caller, limit }) => {
    const findSession = () => findOwnSession(ctx, headers);
    return submitLaunch({ ctx, input: { ...keyed(input, headers), findSession, caller, limit } });
  }),
  getLaunchChallenge: action(data.getLaunchChallenge, ({ ctx, input, caller }) =>
    getLaunchChallenge({ ctx, input: { ...input.params, isExempt: caller.isExempt } }),
  ),
  prepareLaunch: action(data.prepareLaunch, ({ ctx, input, headers, caller, limit }) => {
    const findSession = () => findOwnSession(ctx, headers);
    return prepareLaunch({ ctx, input: { ...keyed(input, headers), findSession, caller, limit } });
  }),
  prepareTrade: action(data.prepareTrade, ({ ctx, input, limit }) => {
    const { params, body: request } = input;
    return prepareTrade({ ctx, input: { chain: params.chain, request, limit } });
  }),
  prepareClaim: action(data.prepareClaim, ({ ctx, input, limit }) => {
    const { params, body: request } = input;
    return prepareClaim({ ctx, input: { chain: params.chain, request, limit } });
  }),
  getLaunchStatus: read(data.getLaunchStatus, ({ ctx, input }) =>
    getLaunchStatus({ ctx, input: input.params }),
  ),
  createRevenueManager: action(data.createRevenueManager, ({ ctx, input, headers, limit }) =>
    createRevenueManager({ ctx, input: { ...keyed(input, headers), limit } }),
  ),
  createFeeSplitManager: action(data.createFeeSplitManager, ({ ctx, input, headers, limit }) =>
    createFeeSplitManager({ ctx, input: { ...keyed(input, headers), limit } }),
  ),

  uploadImage: action(data.uploadImage, ({ ctx, input, caller, limit }) =>
    uploadImage({ ctx, input: { base64: input.body.base64Image, caller, limit } }),
  ),
  uploadImageFromUrl: action(data.uploadImageFromUrl, ({ ctx, input, caller, limit, charge }) =>
    uploadImageFromUrl({ ctx, input: { url: input.body.imageUrl, caller, limit, charge } }),
  ),
  uploadMetadata: action(data.uploadMetadata, ({ ctx, input, caller, limit }) =>
    uploadMetadata({ ctx, input: { token: input.body, caller, limit } }),
  ),
  uploadVideo: action(data.uploadVideo, ({ ctx, input, limit }) =>
    createUpload({ ctx, input: { request: input.body, limit } }),
  ),
  sendVideo: action(data.sendVideo, ({ ctx, input, caller, headers, body }) => {
    const contentType = headers.get("content-type");
    return receiveVideo({ ctx, input: { token: input.params.ticket, caller, contentType, body } });
  }),
  getVideoStatus: read(data.getVideoStatus, ({ ctx, input }) =>
    getVideoStatus({ ctx, input: input.query }),
  ),
  listVideos: action(data.listVideos, ({ ctx, input }) => listVideos({ ctx, input: input.body })),

  createWebhook: action(data.createWebhook, async ({ ctx, input, headers, caller, limit }) => {
    const session = await findOwnSession(ctx, headers);
    return createWebhook({ ctx, input: { request: input.body, session, caller, limit } });
  }),
  listWebhooks: action(data.listWebhooks, async ({ ctx, headers }) =>
    listWebhooks({ ctx, input: { proof: await proofOf(ctx, headers) } }),
  ),
  getWebhook: action(data.getWebhook, async ({ ctx, input, headers }) =>
    getWebhook({ ctx, input: { ...input.params, proof: await proofOf(ctx, headers) } }),
  ),
  updateWebhook: action(data.updateWebhook, async ({ ctx, input, headers, limit }) => {
    const proof = await proofOf(ctx, headers);
    return updateWebhook({ ctx, input: { ...input.params, proof, request: input.body, limit } });
  }),
  deleteWebhook: action(data.deleteWebhook, async ({ ctx, input, headers }) =>
    deleteWebhook({ ctx, input: { ...input.params, proof: await proofOf(ctx, headers) } }),
  ),
  rotateWebhookSecret: action(data.rotateWebhookSecret, async ({ ctx, input, headers, limit }) => {
    const proof = await proofOf(ctx, headers);
    return rotateWebhookSecret({ ctx, input: { ...input.params, proof, limit } });
  }),
  listWebhookDeliveries: action(data.listWebhookDeliveries, async ({ ctx, input, headers }) => {
    const proof = await proofOf(ctx, headers);
    return listWebhookDeliveries({ ctx, input: { ...input.params, proof, query: input.query } });
  }),
  replayWebhookDelivery: action(
    data.replayWebhookDelivery,
    async ({ ctx, input, headers, limit }) => {
      const proof = await proofOf(ctx, headers);
      return replayWebhookDelivery({ ctx, input: { ...input.params, proof, limit } });
    },
  ),
  testWebhook: action(data.testWebhook, async ({ ctx, input, headers, limit }) => {
    const proof = await proofOf(ctx, headers);
    return testWebhook({ ctx, input: { ...input.params, proof, limit } });
  }),

  relayRpc: action(data.relayRpc, ({ ctx, input, limit, charge }) => {
    const limits = {
      call: () => limit("rpc"),
      transaction: () => limit("rpcTransaction"),
      charge: (calls: number) => charge("rpc", calls),
    };
    return relayRpc({ ctx, input, limit: limits });
  }),
  sandboxFaucet: action(data.sandboxFaucet, ({ ctx, input, limit }) =>
    fundAccount({ ctx, input, limit: () => limit("faucet") }),
  ),

  getOwnAccount: userAction(own.getOwnAccount, ({ ctx, session }) =>
    getOwnAccount({ ctx, input: { session } }),
  ),
  getEarnings: userAction(own.getEarnings, ({ ctx, session }) =>
    getEarnings({ ctx, input: { session } }),
  ),
  endSessions: userAction(own.endSessions, ({ ctx, session }) =>
    endSessions({ ctx, input: { session } }),
  ),
  linkIdentity: userAction(own.linkIdentity, ({ ctx, session, input }) =>
    linkIdentity({ ctx, input: { session, request: input.body } }),
  ),
  unlinkIdentity: userAction(own.unlinkIdentity, ({ ctx, session, input }) =>
    unlinkIdentity({ ctx, input: { session, ...input.body } }),
  ),
  getWatchlist: userAction(own.getWatchlist, ({ ctx, session }) =>
    getWatchlist({ ctx, input: { session } }),
  ),
  changeWatchlist: userAction(own.changeWatchlist, ({ ctx, session, input }) =>
    changeWatchlist({ ctx, input: { session, request: input.body } }),
  ),
  payOut: userAction(own.payOut, ({ ctx, session, input, limit }) =>
    payOut({ ctx, input: { session, wallet: input.body.wallet ?? null, limit } }),
  ),
  withdrawFunds: userAction(own.withdrawFunds, ({ ctx, session, input, limit }) =>
    withdraw({ ctx, input: { session, request: input.body, limit } }),
  ),
  changeManagerShares: userAction(own.changeManagerShares, ({ ctx, session, input, limit }) =>
    changeShares({ ctx, input: { session, request: input.body, limit } }),
  ),
  dropManagerToken: userAction(own.dropManagerToken, ({ ctx, session, input, limit }) =>
    dropToken({ ctx, input: { session, request: input.body, limit } }),
  ),
  tradeWithAccount: userAction(own.tradeWithAccount, ({ ctx, session, input, limit }) =>
    tradeWithAccount({ ctx, input: { session, request: input.body, limit } }),
  ),
  getAccountTrade: userAction(own.getAccountTrade, ({ ctx, session, input }) =>
    getAccountTrade({ ctx, input: { session, ...input.params } }),
  ),
  getTradeLimits: userAction(own.getTradeLimits, ({ ctx, session, input }) =>
    getTradeLimits({ ctx, input: { session, ...input.query } }),
  ),
  askFarcaster: ownPageAction(own.askFarcaster, ({ ctx, headers, input }) => {
    const origin = originOf(ctx.env, headers.get("host"));
    return askFarcaster({ ctx, input: { origin, nonce: input.body.nonce } });
  }),
  readFarcasterAnswer: ownPageAction(own.readFarcasterAnswer, ({ ctx, input }) =>
    readFarcasterAnswer({ ctx, input: input.body }),
  ),

  reportContent: ownPageAction(own.reportContent, ({ ctx, input, caller, limit }) =>
    reportContent({ ctx, input: { request: input.body, caller, limit } }),
  ),
  appealDecision: ownPageAction(
    own.appealDecision,
    async ({ ctx, input, caller, headers, limit }) => {
      const session = await findOwnSession(ctx, headers);
      return appealDecision({ ctx, input: { request: input.body, caller, session, limit } });
    },
  ),

  startAdminSignIn: ownPageAction(admin.startAdminSignIn, ({ ctx }) => startAdminSignIn({ ctx })),
  signInAdmin: ownPageAction(admin.signInAdmin, async (call) => {
    const { ctx, input, headers, requestId } = call;
    const origin = originOf(ctx.env, headers.get("host"));
    const signed = { ...input.body, origin, requestId };
    const { session, cookie } = await signInAdmin({ ctx, input: signed });
    call.addHeader("Set-Cookie", cookie);
    return session;
  }),
  signOutAdmin: adminAction(admin.signOutAdmin, "viewer", async (call) => {
    call.addHeader("Set-Cookie", await call.ctx.adminSessions.end(call.admin.sessionId));
    return { success: true };
  }),
  getAdminSession: ownPageAction(admin.getAdminSession, async ({ ctx, headers }) => {
    const current = await findAdmin(ctx, headers);
    return { admin: current === null ? null : renderSession(current) };
  }),
  runAdminAction: adminAction(admin.runAdminAction, "viewer", async (call) => {
    const { ctx, input, requestId } = call;
    const run = findBoundAction(input.params.action);
    const { reason, input: given } = input.body;
    const request = { reason, input: given, admin: call.admin, requestId };
    return { success: true, entry: await run(ctx, request) };
  }),
  listAuditLog: adminAction(admin.listAuditLog, "viewer", ({ ctx, input }) =>
    listAuditLog({ ctx, input: input.query }),
  ),
  listModeration: adminAction(admin.listModeration, "moderator", ({ ctx }) =>
    listModeration({ ctx }),
  ),
  listJobs: adminAction(admin.listJobs, "viewer", ({ ctx, input }) =>
    listJobs({ ctx, input: input.query }),
  ),
  getJob: adminAction(admin.getJob, "viewer", ({ ctx, input }) =>
    getJob({ ctx, input: { id: input.params.jobId } }),
  ),
  getOverview: adminAction(admin.getOverview, "viewer", ({ ctx, input }) =>
    getOverview({ ctx, input: input.query }),
  ),
  getSettings: adminAction(admin.getSettings, "viewer", ({ ctx }) => getSettings({ ctx })),
};

/** The credentials of a request for a webhook. */
async function proofOf(
  ctx: Parameters<typeof findOwnSession>[0],
  headers: Headers,
): Promise<WebhookProof> {
  const authorization = headers.get("authorization");
  return { session: await findOwnSession(ctx, headers), authorization };
}

/** The part of a request that an `Idempotency-Key` makes safe to repeat. */
function keyed<Chain, Body>(
  { params, body }: { params: { chain: Chain }; body: Body },
  headers: Headers,
) {
  return { chain: params.chain, request: body, idempotencyKey: headers.get("idempotency-key") };
}
