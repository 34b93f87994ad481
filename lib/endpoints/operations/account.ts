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
import { askFarcaster } from "@/lib/features/users/ask-farcaster";
import { changeWatchlist } from "@/lib/features/users/change-watchlist";
import { endSessions } from "@/lib/features/users/end-sessions";
import { getOwnAccount } from "@/lib/features/users/get-own-account";
import { getWatchlist } from "@/lib/features/users/get-watchlist";
import { linkIdentity } from "@/lib/features/users/link-identity";
import { readFarcasterAnswer } from "@/lib/features/users/read-farcaster-answer";
import { unlinkIdentity } from "@/lib/features/users/unlink-identity";
import { findAdmin, findOwnSession } from "@/lib/http/authorize";
import { adminAction, ownPageAction, userAction } from "@/lib/http/bind";
import { ACCOUNT_OPERATIONS, ADMIN_OPERATIONS } from "@/lib/operations/all";
import { findBoundAction } from "../admin/actions";
import { originOf } from "../auth/origin-of";
import type { Endpoints } from "./endpoints";

const own = ACCOUNT_OPERATIONS;
const admin = ADMIN_OPERATIONS;

/** Endpoints for signed-in users and operators on our pages. */
export const ACCOUNT_ENDPOINTS = {
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
  payOut: userAction(own.payOut, ({ ctx, session, input, caller, limit }) =>
    payOut({ ctx, input: { session, wallet: input.body.wallet ?? null, caller, limit } }),
  ),
  withdrawFunds: userAction(own.withdrawFunds, ({ ctx, session, input, limit }) =>
    withdrawFunds({ ctx, input: { session, request: input.body, limit } }),
  ),
  changeManagerShares: userAction(
    own.changeManagerShares,
    ({ ctx, session, input, caller, limit }) =>
      changeManagerShares({ ctx, input: { session, request: input.body, caller, limit } }),
  ),
  dropManagerToken: userAction(own.dropManagerToken, ({ ctx, session, input, limit }) =>
    dropManagerToken({ ctx, input: { session, request: input.body, limit } }),
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
  listModeration: adminAction(admin.listModeration, "moderator", ({ ctx, input }) =>
    listModeration({ ctx, input: input.query }),
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
} satisfies Partial<Endpoints>;
