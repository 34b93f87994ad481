import { adminRead } from "@/lib/operations/account-operation";
import { adminAction } from "@/lib/operations/admin-action";
import { nothing, operation } from "@/lib/operations/operation";
import {
  appealRequest,
  closeReportsInput,
  creatorDecision,
  creatorRestore,
  imageDecision,
  imageRestore,
  moderationQuery,
  moderationQueue,
  reportAnswer,
  reportRequest,
  tokenDecision,
  tokenRestore,
  videoDecision,
  videoRestore,
} from "./schema";

const ERRORS = [
  "invalid_body",
  "invalid_parameters",
  "forbidden",
  "token_not_found",
  "not_found",
  "conflict",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "dependency_unavailable",
  "internal_error",
] as const;
const BODY_BYTES_MAX = 16 * 1024;

/** Report a token, its image, its video or its creator. Each caller counts once per target. */
export const reportContent = operation({
  id: "reportContent",
  api: "account",
  method: "POST",
  path: "/api/account/report",
  params: nothing,
  query: nothing,
  body: reportRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: reportAnswer,
  limit: { policy: "report", when: "service" },
  cache: null,
  errors: ERRORS,
});

/** Appeal against the decision of a moderator. */
export const appealDecision = operation({
  id: "appealDecision",
  api: "account",
  method: "POST",
  path: "/api/account/appeal",
  params: nothing,
  query: nothing,
  body: appealRequest,
  bodyBytesMax: BODY_BYTES_MAX,
  response: reportAnswer,
  limit: { policy: "report", when: "service" },
  cache: null,
  errors: ERRORS,
});

/**
 * List open reports and appeals by target, page by page, and the decisions in force: the newest 200 of
 * each kind. `search` selects among both.
 */
export const listModeration = operation({
  ...adminRead,
  id: "listModeration",
  path: "/api/admin/moderation",
  query: moderationQuery,
  response: moderationQueue,
});

/** Take a token out of lists, search and streams. It stays at its address, with a notice. */
export const hideToken = adminAction({
  name: "token.hide",
  role: "moderator",
  input: tokenDecision,
});
/** Blur the image of a token. */
export const blurToken = adminAction({
  name: "token.blur",
  role: "moderator",
  input: tokenDecision,
});
/** End the hiding or blurring of a token. */
export const restoreToken = adminAction({
  name: "token.restore",
  role: "moderator",
  input: tokenRestore,
});
/** Stop serving an image, and reject copies of it. */
export const removeImage = adminAction({
  // Permanent: the audit log refers to it.
  name: "picture.remove",
  role: "moderator",
  input: imageDecision,
});
/** Serve a removed image again. */
export const restoreImage = adminAction({
  name: "picture.restore",
  role: "moderator",
  input: imageRestore,
});
/** Stop serving a video and its thumbnail, and reject copies of it. */
export const removeVideo = adminAction({
  name: "video.remove",
  role: "moderator",
  input: videoDecision,
});
/** Serve a removed video again. */
export const restoreVideo = adminAction({
  name: "video.restore",
  role: "moderator",
  input: videoRestore,
});
/** Reject launches of a creator. */
export const blockCreator = adminAction({
  name: "creator.block",
  role: "moderator",
  input: creatorDecision,
});
/** Accept launches of a creator again. */
export const unblockCreator = adminAction({
  name: "creator.unblock",
  role: "moderator",
  input: creatorRestore,
});
/** Close the reports and appeals of a target without a change. */
export const closeReports = adminAction({
  name: "reports.close",
  role: "moderator",
  input: closeReportsInput,
});
