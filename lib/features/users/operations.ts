import { noBody, nothing, operation } from "@/lib/operations/operation";
import {
  accountAnswer,
  endSessionsAnswer,
  endSessionsRequest,
  farcasterRequest,
  farcasterRequestAnswer,
  farcasterRequestToken,
  farcasterSignature,
  linkAnswer,
  linkRequest,
  unlinkAnswer,
  unlinkRequest,
  watchlistAnswer,
  watchlistRequest,
} from "./schema";

/** Errors of every account operation. */
const COMMON = [
  "not_signed_in",
  "forbidden",
  "rate_limited",
  "dependency_unavailable",
  "internal_error",
] as const;
const BODY = [
  "invalid_body",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
] as const;
const BODY_BYTES_MAX = 64 * 1024;
/** 1,000 tokens. */
const WATCHLIST_BYTES_MAX = 128 * 1024;
const limit = { policy: "account", when: "first" } as const;

/** Get the signed-in user: verified identities and the wallets that earn for them. */
export const getOwnAccount = operation({
  id: "getOwnAccount",
  interface: "account",
  method: "GET",
  path: "/api/account",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: accountAnswer,
  limit,
  cache: null,
  errors: COMMON,
});

/**
 * Sign out everywhere. Ends every session of the account, including this one, and invalidates their
 * cookies.
 */
export const endSessions = operation({
  id: "endSessions",
  interface: "account",
  method: "POST",
  path: "/api/account/sessions/end",
  params: nothing,
  query: nothing,
  body: endSessionsRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: endSessionsAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY],
});

/**
 * Add the next sign-in to this account. For 15 minutes, a sign-in of this type in this browser is
 * added to the account instead of switching accounts. An account has at most 20 methods; above it
 * `forbidden` is returned. Requires a sign-in within the last 10 minutes.
 */
export const linkIdentity = operation({
  id: "linkIdentity",
  interface: "account",
  method: "POST",
  path: "/api/account/link",
  params: nothing,
  query: nothing,
  body: linkRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: linkAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "reauthentication_required"],
});

/**
 * Remove an identity and its wallets from this account, and end the sessions that it opened. They
 * belong to the account that verifies the identity next. The last identity cannot be removed. Requires
 * a sign-in within the last 10 minutes.
 */
export const unlinkIdentity = operation({
  id: "unlinkIdentity",
  interface: "account",
  method: "POST",
  path: "/api/account/unlink",
  params: nothing,
  query: nothing,
  body: unlinkRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: unlinkAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "reauthentication_required"],
});

/** Get the user's watchlist, newest first. */
export const getWatchlist = operation({
  id: "getWatchlist",
  interface: "account",
  method: "GET",
  path: "/api/account/watchlist",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: watchlistAnswer,
  limit,
  cache: null,
  errors: COMMON,
});

/**
 * Add tokens to the user's watchlist and remove others, and get the result. Safe to repeat; other
 * tokens are unchanged. Above 500 tokens the oldest are removed.
 */
export const changeWatchlist = operation({
  id: "changeWatchlist",
  interface: "account",
  method: "POST",
  path: "/api/account/watchlist",
  params: nothing,
  query: nothing,
  body: watchlistRequest,
  bodyBytesMax: WATCHLIST_BYTES_MAX,
  response: watchlistAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "conflict"],
});

/**
 * Start a sign-in with the Farcaster app. Returns the link to open in the app and the token to poll
 * its response with. Does not require a session.
 */
export const askFarcaster = operation({
  id: "askFarcaster",
  interface: "account",
  method: "POST",
  path: "/api/account/farcaster",
  params: nothing,
  query: nothing,
  body: farcasterRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: farcasterRequestAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "not_found"],
});

/**
 * Poll the response of the Farcaster app: pending, signed with the message, or expired. A signed
 * message is returned once.
 */
export const readFarcasterAnswer = operation({
  id: "readFarcasterAnswer",
  interface: "account",
  method: "POST",
  path: "/api/account/farcaster/answer",
  params: nothing,
  query: nothing,
  body: farcasterRequestToken,
  bodyBytesMax: BODY_BYTES_MAX,
  response: farcasterSignature,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "not_found"],
});
