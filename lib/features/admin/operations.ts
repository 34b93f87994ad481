import { adminAction } from "@/lib/operations/admin-action";
import { noBody, nothing, operation } from "@/lib/operations/operation";
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

/** Errors of every operation of the console. */
export const ADMIN_ERRORS = [
  "not_signed_in",
  "forbidden",
  "rate_limited",
  "dependency_unavailable",
  "internal_error",
] as const;
const ADMIN_BODY_ERRORS = [
  "invalid_body",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
] as const;
const BODY_BYTES_MAX = 64 * 1024;
export const ADMIN_LIMIT = { policy: "admin", when: "first" } as const;
const signInLimit = { policy: "signIn", when: "first" } as const;

/** Get a nonce for a sign-in message. It works once, for ten minutes. */
export const startAdminSignIn = operation({
  id: "startAdminSignIn",
  interface: "admin",
  method: "POST",
  path: "/api/admin/nonce",
  params: nothing,
  query: nothing,
  body: adminNonceRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: adminNonceAnswer,
  limit: signInLimit,
  cache: null,
  errors: [...ADMIN_ERRORS, ...ADMIN_BODY_ERRORS],
});

/**
 * Sign in with a "Sign-In with Ethereum" message (ERC-4361) of a wallet of `ADMIN_WALLETS`. Sets the
 * session cookie of the console.
 */
export const signInAdmin = operation({
  id: "signInAdmin",
  interface: "admin",
  method: "POST",
  path: "/api/admin/sign-in",
  params: nothing,
  query: nothing,
  body: adminSignInRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: adminSession,
  limit: signInLimit,
  cache: null,
  errors: [...ADMIN_ERRORS, ...ADMIN_BODY_ERRORS],
});

/** End the session and remove its cookie. */
export const signOutAdmin = operation({
  id: "signOutAdmin",
  interface: "admin",
  method: "POST",
  path: "/api/admin/sign-out",
  params: nothing,
  query: nothing,
  body: adminNonceRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: done,
  limit: ADMIN_LIMIT,
  cache: null,
  errors: [...ADMIN_ERRORS, ...ADMIN_BODY_ERRORS],
});

/** Get the wallet, the role and the end of this session; null without one. */
export const getAdminSession = operation({
  id: "getAdminSession",
  interface: "admin",
  method: "GET",
  path: "/api/admin/session",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: adminSessionState,
  limit: ADMIN_LIMIT,
  cache: null,
  errors: ADMIN_ERRORS,
});

/**
 * Run an action. Requires its role. The change and its entry in the audit log are stored in one
 * database transaction.
 */
export const runAdminAction = operation({
  id: "runAdminAction",
  interface: "admin",
  method: "POST",
  path: "/api/admin/actions/{action}",
  params: actionParams,
  query: nothing,
  body: actionRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: actionAnswer,
  limit: ADMIN_LIMIT,
  cache: null,
  errors: [...ADMIN_ERRORS, ...ADMIN_BODY_ERRORS, "invalid_parameters", "not_found", "conflict"],
});

/** List the audit log, newest entries first. */
export const listAuditLog = operation({
  id: "listAuditLog",
  interface: "admin",
  method: "GET",
  path: "/api/admin/audit",
  params: nothing,
  query: auditQuery,
  body: noBody,
  bodyBytesMax: 0,
  response: auditList,
  limit: ADMIN_LIMIT,
  cache: null,
  errors: [...ADMIN_ERRORS, "invalid_parameters"],
});

/** End every session of an administrator, for example after a lost computer. */
export const endAdminSessions = adminAction({
  name: "sessions.end",
  role: "operator",
  input: endAdminSessionsInput,
});
