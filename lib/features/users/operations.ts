import { accountRead, accountWrite } from "@/lib/operations/account-operation";
import { operation } from "@/lib/operations/operation";
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

/** 1,000 tokens. */
const WATCHLIST_BYTES_MAX = 128 * 1024;

/** Get the signed-in user: verified identities and the wallets that earn for them. */
export const getOwnAccount = operation({
  ...accountRead,
  id: "getOwnAccount",
  path: "/api/account",
  response: accountAnswer,
});

/**
 * Sign out everywhere. Ends every session of the account, including this one, and invalidates their
 * cookies.
 */
export const endSessions = operation({
  ...accountWrite,
  id: "endSessions",
  path: "/api/account/sessions/end",
  body: endSessionsRequest,
  response: endSessionsAnswer,
});

/**
 * Add the next sign-in to this account. For 15 minutes, a sign-in of this type in this browser is
 * added to the account instead of switching accounts. An account has at most 20 methods; above it
 * `forbidden` is returned. Requires a sign-in within the last 10 minutes.
 */
export const linkIdentity = operation({
  ...accountWrite,
  id: "linkIdentity",
  path: "/api/account/link",
  body: linkRequest,
  response: linkAnswer,
  errors: [...accountWrite.errors, "reauthentication_required"],
});

/**
 * Remove an identity and its wallets from this account, and end the sessions that it opened. They
 * belong to the account that verifies the identity next. The last identity cannot be removed. Requires
 * a sign-in within the last 10 minutes.
 */
export const unlinkIdentity = operation({
  ...accountWrite,
  id: "unlinkIdentity",
  path: "/api/account/unlink",
  body: unlinkRequest,
  response: unlinkAnswer,
  errors: [...accountWrite.errors, "reauthentication_required"],
});

/** Get the user's watchlist, newest first. */
export const getWatchlist = operation({
  ...accountRead,
  id: "getWatchlist",
  path: "/api/account/watchlist",
  response: watchlistAnswer,
});

/**
 * Add tokens to the user's watchlist and remove others, and get the result. Safe to repeat; other
 * tokens are unchanged. Above 500 tokens the oldest are removed.
 */
export const changeWatchlist = operation({
  ...accountWrite,
  id: "changeWatchlist",
  path: "/api/account/watchlist",
  body: watchlistRequest,
  bodyBytesMax: WATCHLIST_BYTES_MAX,
  response: watchlistAnswer,
  errors: [...accountWrite.errors, "conflict"],
});

/**
 * Start a sign-in with the Farcaster app. Returns the link to open in the app and the token to poll
 * its response with. Does not require a session.
 */
export const requestFarcasterSignIn = operation({
  ...accountWrite,
  id: "requestFarcasterSignIn",
  path: "/api/account/farcaster",
  body: farcasterRequest,
  response: farcasterRequestAnswer,
  errors: [...accountWrite.errors, "not_found"],
});

/**
 * Poll the response of the Farcaster app: pending, signed with the message, or expired. A signed
 * message is returned once.
 */
export const getFarcasterSignIn = operation({
  ...accountWrite,
  id: "getFarcasterSignIn",
  path: "/api/account/farcaster/answer",
  body: farcasterRequestToken,
  response: farcasterSignature,
  errors: [...accountWrite.errors, "not_found"],
});
