import type { ErrorCode } from "@/lib/shared/errors";

/** How to resolve each error. */
export const ERROR_ADVICE = {
  invalid_parameters: "Fix the parameters listed in `errors` or `details`.",
  invalid_body: "Fix the fields listed in `details`.",
  missing_fields: "Send the fields listed in the message.",
  unsupported_chain: "Use a chain slug from `/api/v1/config`; chain ids are not accepted.",
  unsupported_operation:
    "Follow `details[].remedy`. `/api/v1/config` lists the capabilities of each chain.",
  paused_feature: "Follow `details[].remedy`: omit the parameter.",
  treasury_conflict: "Send either a manager or recipients, not both.",
  invalid_recipient: "Fix the recipient named in the message.",
  duplicate_recipients: "Send each wallet once. Two identities can resolve to the same wallet.",
  invalid_image: "Send another image. The message has the reason.",
  content_flagged: "Send another image. `nsfwDetection` has the scores.",
  invalid_video: "Wait until the video is `nsfw_approved`, or upload another.",
  insufficient_funds: "Deposit ETH into the wallet, or trade a smaller amount.",
  nothing_to_claim: "Try again after the next trades of the account’s tokens.",
  invalid_idempotency_key: "Use 1 to 255 visible ASCII characters.",
  invalid_proof_of_work: "Request a new challenge, solve it, and send the launch again.",
  not_signed_in:
    "Sign in on this site. For webhooks, send the management secret as `Authorization: Bearer …`.",
  reauthentication_required: "Sign in again. Moving funds requires a recent sign-in.",
  proof_of_work_required: "Solve a challenge from `launch-challenge` and send it as `proofOfWork`.",
  forbidden: "Use an account with permission for this action.",
  trade_limit: "Trade a smaller amount. The message has the operator’s limit.",
  creator_blocked:
    "Nothing was queued. The operator has blocked this creator, or a recipient of the fees if `details` names a field: choose another recipient. A creator appeals in the launch wizard, or with `POST /api/account/appeal`: `kind` is `creator`, `creator` is null or has `type` and `id`, and `details` says why. Fees of existing tokens stay claimable.",
  token_not_found: "Check the address and chain. A new token is available within seconds.",
  job_not_found: "Check the `jobId`.",
  video_not_found: "Check the `uid`.",
  upload_not_found: "Request a new `uploadURL`.",
  webhook_not_found:
    "Check the id, and send the management secret of this webhook as `Authorization: Bearer …`.",
  delivery_not_found: "Check the id. Only dead and delivered events can be sent again.",
  webhook_inactive: "Verify the endpoint: `PATCH` the webhook with `enabled: true`.",
  webhook_quota:
    "Delete a webhook that you do not need, or name tokens or creators if the error says that too many have the same filters. If the error names the caller that created the webhook, delete another webhook of that caller, or create a new webhook.",
  not_found: "Check the path.",
  misdirected_request:
    "Use the URL of the launchpad. Operators can allow more hosts in `ALLOWED_HOSTS`.",
  method_not_allowed: "Use a method from the `Allow` header.",
  request_timeout: "Send the body faster.",
  upload_used: "Request a new `uploadURL`.",
  upload_expired: "Request a new `uploadURL` and send the file within 30 minutes.",
  launch_conflict: "Poll `launch-status` with the `jobId`, or use another key for another token.",
  conflict:
    "The message names the state that prevents this. Load the current state, then decide again.",
  action_under_way: "Wait until the transaction is mined, then try again.",
  trade_refused: "Nothing was sent. `problem` has the reason; request a new preview.",
  payload_too_large: "Send a smaller body. The message has the limit.",
  unsupported_media_type: "Send `Content-Type: application/json`.",
  idempotency_key_reused:
    "Use a new random key for a different body. If you did not use this key, another caller did: keys of all callers share one space.",
  content_removed:
    "Use another image, video or token. The operator has removed this image or video and its copies, or hidden the token.",
  region_refused: "The operator does not serve your country. Retrying does not help.",
  rate_limited: "Retry after `Retry-After` seconds.",
  unsupported_format: "Omit `format`, or send `format=json`.",
  invalid_protocol_fee: "Send a value from 0 to 10000 basis points.",
  internal_error: "Try again. If the error persists, send the `X-Request-Id` to the operator.",
  budget_exhausted:
    "Retry after `Retry-After` seconds. The operator limits the gas spending of the service.",
  launching_paused:
    "Try again later: the operator has paused launches. `launching.paused` of the chain in `/api/v1/config` is false once they resume.",
  wallet_blocked:
    "Nothing was queued. Retry after `Retry-After` seconds, or contact the operator, who must fix it.",
  dependency_unavailable: "Retry after `Retry-After` seconds.",
  shutting_down: "Try again. Another process takes over.",
  transaction_pending: "Check `txHash` before you send the request again.",
  storage_full: "Contact the operator: no space is left for uploads.",
} as const satisfies Record<ErrorCode, string>;
