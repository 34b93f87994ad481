import { nothing, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { prepareTradeRequest, tradePrepared } from "./schema";

/** Launch API: calls with which a wallet trades a token. */
export const prepareTrade = operation({
  id: "prepareTrade",
  api: "launch",
  method: "POST",
  path: "/api/v1/{chain}/prepare-trade",
  params: chainParams,
  query: nothing,
  body: prepareTradeRequest,
  bodyBytesMax: 4 * 1024,
  response: tradePrepared,
  limit: { policy: "prepare", when: "service" },
  simulation: "call",
  cache: null,
  errors: [
    "invalid_body",
    "invalid_parameters",
    "unsupported_chain",
    "token_not_found",
    "request_timeout",
    "payload_too_large",
    "unsupported_media_type",
    "rate_limited",
    "internal_error",
    "dependency_unavailable",
  ],
});
