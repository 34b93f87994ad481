import { originOf } from "../auth/origin-of";
import {
  action,
  eventStream,
  type OperationEndpoint,
  ownPageAction,
  read,
  userAction,
} from "../http/bind";
import { ACCOUNT_OPERATIONS, OPERATIONS } from "../operations/all";
import { askFarcaster } from "../services/account/ask-farcaster";
import { changeShares } from "../services/account/change-shares";
import { endSessions } from "../services/account/end-sessions";
import { getAccount as getOwnAccount } from "../services/account/get-account";
import { getEarnings } from "../services/account/get-earnings";
import { linkIdentity } from "../services/account/link-identity";
import { payOut } from "../services/account/pay-out";
import { readFarcasterAnswer } from "../services/account/read-farcaster-answer";
import { unlinkIdentity } from "../services/account/unlink-identity";
import { withdraw } from "../services/account/withdraw";
import { getAccount } from "../services/data/get-account";
import { getToken } from "../services/data/get-token";
import { getTokenDetails } from "../services/data/get-token-details";
import { getTokenFees } from "../services/data/get-token-fees";
import { getTokenList } from "../services/data/get-token-list";
import { getTokenPrice } from "../services/data/get-token-price";
import { getTokenVideo } from "../services/data/get-token-video";
import { listCandles } from "../services/data/list-candles";
import { listHolders } from "../services/data/list-holders";
import { listNewTokens } from "../services/data/list-new-tokens";
import { listSwaps } from "../services/data/list-swaps";
import { listTokens } from "../services/data/list-tokens";
import { listTrades } from "../services/data/list-trades";
import { searchTokens } from "../services/data/search-tokens";
import { getLaunchStatus } from "../services/launch/get-launch-status";
import { submitLaunch } from "../services/launch/submit-launch";
import { createFeeSplitManager } from "../services/managers/create-fee-split-manager";
import { createRevenueManager } from "../services/managers/create-revenue-manager";
import { uploadImage } from "../services/media/upload-image";
import { uploadMetadata } from "../services/media/upload-metadata";
import { fundAccount } from "../services/rpc/fund-account";
import { relayRpc } from "../services/rpc/relay-rpc";
import { getConfig } from "../services/system/get-config";
import { getHealth } from "../services/system/get-health";
import { getReadiness } from "../services/system/get-readiness";
import { getUdfConfig } from "../services/udf/get-udf-config";
import { getUdfHistory } from "../services/udf/get-udf-history";
import { getUdfQuotes } from "../services/udf/get-udf-quotes";
import { getUdfSymbol } from "../services/udf/get-udf-symbol";
import { getUdfTime } from "../services/udf/get-udf-time";
import { searchUdfSymbols } from "../services/udf/search-udf-symbols";
import { createUpload } from "../services/video/create-upload";
import { getVideoStatus } from "../services/video/get-video-status";
import { listVideos } from "../services/video/list-videos";
import { receiveVideo } from "../services/video/receive-video";

const data = OPERATIONS;
const own = ACCOUNT_OPERATIONS;
type All = typeof data & typeof own;

/**
 * The table that binds every operation to its service, in development and in production. An operation
 * without an entry is a type error.
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
  streamMarket: eventStream(data.streamMarket),

  getUdfConfig: read(data.getUdfConfig, getUdfConfig),
  getUdfSymbol: read(data.getUdfSymbol, getUdfSymbol),
  searchUdfSymbols: read(data.searchUdfSymbols, searchUdfSymbols),
  getUdfHistory: read(data.getUdfHistory, getUdfHistory),
  getUdfQuotes: read(data.getUdfQuotes, getUdfQuotes),
  getUdfTime: read(data.getUdfTime, getUdfTime),

  getConfig: read(data.getConfig, getConfig),
  getLiveness: read(data.getLiveness, getHealth),
  getReadiness: read(data.getReadiness, getReadiness),

  launchMemecoin: action(data.launchMemecoin, ({ ctx, input, headers, limit }) =>
    submitLaunch({ ctx, input: { ...keyed(input, headers), limit } }),
  ),
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
  payOut: userAction(own.payOut, ({ ctx, session, input, limit }) =>
    payOut({ ctx, input: { session, wallet: input.body.wallet ?? null, limit } }),
  ),
  withdrawFunds: userAction(own.withdrawFunds, ({ ctx, session, input, limit }) =>
    withdraw({ ctx, input: { session, request: input.body, limit } }),
  ),
  changeManagerShares: userAction(own.changeManagerShares, ({ ctx, session, input, limit }) =>
    changeShares({ ctx, input: { session, request: input.body, limit } }),
  ),
  askFarcaster: ownPageAction(own.askFarcaster, ({ ctx, headers, input }) => {
    const origin = originOf(ctx.env, headers.get("host"));
    return askFarcaster({ ctx, input: { origin, nonce: input.body.nonce } });
  }),
  readFarcasterAnswer: ownPageAction(own.readFarcasterAnswer, ({ ctx, input }) =>
    readFarcasterAnswer({ ctx, input: input.body }),
  ),
};

/** A request that an `Idempotency-Key` may make safe to repeat. */
function keyed<Chain, Body>(
  { params, body }: { params: { chain: Chain }; body: Body },
  headers: Headers,
) {
  return { chain: params.chain, request: body, idempotencyKey: headers.get("idempotency-key") };
}
