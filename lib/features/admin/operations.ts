import { adminRead, adminWrite } from "@/lib/operations/account-operation";
import { adminAction } from "@/lib/operations/admin-action";
import { operation } from "@/lib/operations/operation";
import {
  actionAnswer,
  actionParams,
  actionRequest,
  adminNonceAnswer,
  adminNonceRequest,
  adminSession,
  adminSessionState,
  adminSignInRequest,
  auditList,
  auditQuery,
  done,
  endAdminSessionsInput,
} from "./schema";

const signInLimit = { policy: "signIn", when: "first" } as const;

/** Get a nonce for a sign-in message. It works once, for ten minutes. */
export const startAdminSignIn = operation({
  ...adminWrite,
  id: "startAdminSignIn",
  path: "/api/admin/nonce",
  body: adminNonceRequest,
  response: adminNonceAnswer,
  limit: signInLimit,
});

/**
 * Sign in with a "Sign-In with Ethereum" message (ERC-4361) of a wallet of `ADMIN_WALLETS`. Sets the
 * session cookie of the console.
 */
export const signInAdmin = operation({
  ...adminWrite,
  id: "signInAdmin",
  path: "/api/admin/sign-in",
  body: adminSignInRequest,
  response: adminSession,
  limit: signInLimit,
});

/** End the session and remove its cookie. */
export const signOutAdmin = operation({
  ...adminWrite,
  id: "signOutAdmin",
  path: "/api/admin/sign-out",
  body: adminNonceRequest,
  response: done,
});

/** Get the wallet, the role and the end of this session; null without one. */
export const getAdminSession = operation({
  ...adminRead,
  id: "getAdminSession",
  path: "/api/admin/session",
  response: adminSessionState,
});

/**
 * Run an action. Requires its role. The change and its entry in the audit log are stored in one
 * database transaction.
 */
export const runAdminAction = operation({
  ...adminWrite,
  id: "runAdminAction",
  path: "/api/admin/actions/{action}",
  params: actionParams,
  body: actionRequest,
  response: actionAnswer,
  errors: [...adminWrite.errors, "invalid_parameters", "not_found", "conflict"],
});

/** List the audit log, newest entries first. */
export const listAuditLog = operation({
  ...adminRead,
  id: "listAuditLog",
  path: "/api/admin/audit",
  query: auditQuery,
  response: auditList,
  errors: [...adminRead.errors, "invalid_parameters"],
});

/** End every session of an administrator, for example after a lost computer. */
export const endAdminSessions = adminAction({
  name: "sessions.end",
  role: "operator",
  input: endAdminSessionsInput,
});
