import {
  accountAnswer,
  linkAnswer,
  linkRequest,
  unlinkAnswer,
  unlinkRequest,
} from "../schemas/account";
import { noBody, nothing, operation } from "./operation";

/** What every operation of the account can refuse with. */
const COMMON = [
  "not_signed_in",
  "forbidden",
  "rate_limited",
  "dependency_unavailable",
  "internal_error",
] as const;
const BODY = ["invalid_body", "payload_too_large", "unsupported_media_type"] as const;
const BODY_BYTES_MAX = 64 * 1024;
const limit = { policy: "account", when: "first" } as const;

export const getOwnAccount = operation({
  id: "getOwnAccount",
  interface: "account",
  method: "GET",
  path: "/api/account",
  summary: "Who is signed in",
  description: "The identities that the person has proven and the wallets that they earn with.",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  response: accountAnswer,
  limit,
  cache: null,
  errors: COMMON,
});

export const linkIdentity = operation({
  id: "linkIdentity",
  interface: "account",
  method: "POST",
  path: "/api/account/link",
  summary: "Add the next sign-in to this account",
  description:
    "For ten minutes, a sign-in of this kind in this browser is added to the account instead of " +
    "switching to another one. Takes a sign-in within the last ten minutes.",
  params: nothing,
  query: nothing,
  body: linkRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: linkAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "reauthentication_required"],
});

export const unlinkIdentity = operation({
  id: "unlinkIdentity",
  interface: "account",
  method: "POST",
  path: "/api/account/unlink",
  summary: "Take an identity out of this account",
  description:
    "Its wallets go with it, to whoever proves to be it. The last identity of an account stays. " +
    "Takes a sign-in within the last ten minutes.",
  params: nothing,
  query: nothing,
  body: unlinkRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: unlinkAnswer,
  limit,
  cache: null,
  errors: [...COMMON, ...BODY, "reauthentication_required"],
});
