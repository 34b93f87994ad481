import { noBody, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { streamEvent, streamQuery } from "./schema";

/** Extension: live stream of launches and trades. */
export const streamMarket = operation({
  id: "streamMarket",
  api: "data",
  method: "GET",
  path: "/v1/{chain}/stream",
  mediaType: "text/event-stream",
  params: chainParams,
  query: streamQuery,
  body: noBody,
  bodyBytesMax: 0,
  response: streamEvent,
  limit: { policy: "data", when: "first" },
  cache: null,
  errors: ["invalid_parameters", "rate_limited", "internal_error", "dependency_unavailable"],
});
