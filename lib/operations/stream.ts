import { dataParams } from "../schemas/data";
import { streamEvent, streamQuery } from "../schemas/stream";
import { noBody, operation } from "./operation";

/** Extension: launches and trades as they happen. */
export const streamMarket = operation({
  id: "streamMarket",
  interface: "data",
  method: "GET",
  path: "/v1/{chain}/stream",
  mediaType: "text/event-stream",
  params: dataParams,
  query: streamQuery,
  body: noBody,
  bodyBytesMax: 0,
  response: streamEvent,
  limit: { policy: "data", when: "first" },
  cache: null,
  errors: ["invalid_parameters", "rate_limited", "internal_error", "dependency_unavailable"],
});
