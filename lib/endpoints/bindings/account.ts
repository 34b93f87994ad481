import { getAccountTrade, getTradeLimits } from "@/lib/features/account-trade/get-account-trade";
import { tradeWithAccount } from "@/lib/features/account-trade/trade-with-account";
import { listAuditLog } from "@/lib/features/admin/list-audit-log";
import { renderSession, signIn as signInAdmin } from "@/lib/features/admin/sign-in";
import { startSignIn as startAdminSignIn } from "@/lib/features/admin/start-sign-in";
import { changeManagerShares } from "@/lib/features/fees/change-manager-shares";
import { dropManagerToken } from "@/lib/features/fees/drop-manager-token";
import { getEarnings } from "@/lib/features/fees/get-earnings";
import { payOut } from "@/lib/features/fees/pay-out";
import { withdrawFunds } from "@/lib/features/fees/withdraw-funds";
import { getJob, listJobs } from "@/lib/features/jobs/list-jobs";
import { appealDecision } from "@/lib/features/moderation/appeal-decision";
import { listModeration } from "@/lib/features/moderation/list-moderation";
import { reportContent } from "@/lib/features/moderation/report-content";
import { getOverview } from "@/lib/features/overview/get-overview";
import { getSettings } from "@/lib/features/settings/get-settings";
import { changeWatchlist } from "@/lib/features/users/change-watchlist";
import { endSessions } from "@/lib/features/users/end-sessions";
import { getFarcasterSignIn } from "@/lib/features/users/get-farcaster-sign-in";
import { getOwnAccount } from "@/lib/features/users/get-own-account";
import { getWatchlist } from "@/lib/features/users/get-watchlist";
import { linkIdentity } from "@/lib/features/users/link-identity";
import { requestFarcasterSignIn } from "@/lib/features/users/request-farcaster-sign-in";
import { unlinkIdentity } from "@/lib/features/users/unlink-identity";
import { findAdmin, findOwnSession } from "@/lib/http/authorize";
import { adminEndpoint, ownPageEndpoint, userEndpoint } from "@/lib/http/bind";
import { ACCOUNT_OPERATIONS, ADMIN_OPERATIONS } from "@/lib/operations/all";
import { findBoundAction } from "../admin/actions";
import { originOf } from "../auth/origin-of";
import type { Endpoints } from "./binding-types";

const own = ACCOUNT_OPERATIONS;
const admin = ADMIN_OPERATIONS;

/** Endpoints for signed-in users and operators on our pages. */
export const ACCOUNT_ENDPOINTS = {
  getOwnAccount: userEndpoint(own.getOwnAccount, ({ ctx, session }) =>
    getOwnAccount({ ctx, input: { session } }),
  ),
  getEarnings: userEndpoint(own.getEarnings, ({ ctx, session }) =>
    getEarnings({ ctx, input: { session } }),
  ),
  endSessions: userEndpoint(own.endSessions, ({ ctx, session }) =>
    endSessions({ ctx, input: { session } }),
  ),
  linkIdentity: userEndpoint(own.linkIdentity, ({ ctx, session, input }) =>
    linkIdentity({ ctx, input: { session, request: input.body } }),
  ),
  unlinkIdentity: userEndpoint(own.unlinkIdentity, ({ ctx, session, input }) =>
    unlinkIdentity({ ctx, input: { session, ...input.body } }),
  ),
  getWatchlist: userEndpoint(own.getWatchlist, ({ ctx, session }) =>
    getWatchlist({ ctx, input: { session } }),
  ),
  changeWatchlist: userEndpoint(own.changeWatchlist, ({ ctx, session, input }) =>
    changeWatchlist({ ctx, input: { session, request: input.body } }),
  ),
  payOut: userEndpoint(own.payOut, ({ ctx, session, input, caller, limit }) =>
    payOut({ ctx, input: { session, wallet: input.body.wallet ?? null, caller, limit } }),
  ),
  withdrawFunds: userEndpoint(own.withdrawFunds, ({ ctx, session, input, limit }) =>
    withdrawFunds({ ctx, input: { session, request: input.body, limit } }),
  ),
  changeManagerShares: userEndpoint(
    own.changeManagerShares,
    ({ ctx, session, input, caller, limit }) =>
      changeManagerShares({ ctx, input: { session, request: input.body, caller, limit } }),
  ),
  dropManagerToken: userEndpoint(own.dropManagerToken, ({ ctx, session, input, limit }) =>
    dropManagerToken({ ctx, input: { session, request: input.body, limit } }),
  ),
  tradeWithAccount: userEndpoint(own.tradeWithAccount, ({ ctx, session, input, limit }) =>
    tradeWithAccount({ ctx, input: { session, request: input.body, limit } }),
  ),
  getAccountTrade: userEndpoint(own.getAccountTrade, ({ ctx, session, input }) =>
    getAccountTrade({ ctx, input: { session, ...input.params } }),
  ),
  getTradeLimits: userEndpoint(own.getTradeLimits, ({ ctx, session, input }) =>
    getTradeLimits({ ctx, input: { session, ...input.query } }),
  ),
  requestFarcasterSignIn: ownPageEndpoint(own.requestFarcasterSignIn, ({ ctx, headers, input }) => {
    const origin = originOf(ctx.env, headers.get("host"));
    return requestFarcasterSignIn({ ctx, input: { origin, nonce: input.body.nonce } });
  }),
  getFarcasterSignIn: ownPageEndpoint(own.getFarcasterSignIn, ({ ctx, input }) =>
    getFarcasterSignIn({ ctx, input: input.body }),
  ),

  reportContent: ownPageEndpoint(own.reportContent, ({ ctx, input, caller, limit }) =>
    reportContent({ ctx, input: { request: input.body, caller, limit } }),
  ),
  appealDecision: ownPageEndpoint(
    own.appealDecision,
    async ({ ctx, input, caller, headers, limit }) => {
      const session = await findOwnSession(ctx, headers);
      return appealDecision({ ctx, input: { request: input.body, caller, session, limit } });
    },
  ),

  startAdminSignIn: ownPageEndpoint(admin.startAdminSignIn, ({ ctx }) => startAdminSignIn({ ctx })),
  signInAdmin: ownPageEndpoint(admin.signInAdmin, async (call) => {
    const { ctx, input, headers, requestId } = call;
    const origin = originOf(ctx.env, headers.get("host"));
    const signed = { ...input.body, origin, requestId };
    const { session, cookie } = await signInAdmin({ ctx, input: signed });
    call.addHeader("Set-Cookie", cookie);
    return session;
  }),
  signOutAdmin: adminEndpoint(admin.signOutAdmin, "viewer", async (call) => {
    call.addHeader("Set-Cookie", await call.ctx.adminSessions.end(call.admin.sessionId));
    return { success: true };
  }),
  getAdminSession: ownPageEndpoint(admin.getAdminSession, async ({ ctx, headers }) => {
    const current = await findAdmin(ctx, headers);
    return { admin: current === null ? null : renderSession(current) };
  }),
  runAdminAction: adminEndpoint(admin.runAdminAction, "viewer", async (call) => {
    const { ctx, input, requestId } = call;
    const run = findBoundAction(input.params.action);
    const { reason, input: given } = input.body;
    const request = { reason, input: given, admin: call.admin, requestId };
    return { success: true, entry: await run(ctx, request) };
  }),
  listAuditLog: adminEndpoint(admin.listAuditLog, "viewer", ({ ctx, input }) =>
    listAuditLog({ ctx, input: input.query }),
  ),
  listModeration: adminEndpoint(admin.listModeration, "moderator", ({ ctx, input }) =>
    listModeration({ ctx, input: input.query }),
  ),
  listJobs: adminEndpoint(admin.listJobs, "viewer", ({ ctx, input }) =>
    listJobs({ ctx, input: input.query }),
  ),
  getJob: adminEndpoint(admin.getJob, "viewer", ({ ctx, input }) =>
    getJob({ ctx, input: { id: input.params.jobId } }),
  ),
  getOverview: adminEndpoint(admin.getOverview, "viewer", ({ ctx, input }) =>
    getOverview({ ctx, input: input.query }),
  ),
  getSettings: adminEndpoint(admin.getSettings, "viewer", ({ ctx }) => getSettings({ ctx })),
} satisfies Partial<Endpoints>;
