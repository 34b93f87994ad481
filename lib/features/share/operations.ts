import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { oEmbed, oEmbedQuery } from "./schema";

/** Extension: the card of a token for other sites, by oEmbed. Source: https://oembed.com */
export const getOEmbed = operation({
  id: "getOEmbed",
  api: "data",
  method: "GET",
  // The name that consumers look for; it has no version, because oEmbed has one.
  path: "/oembed",
  params: nothing,
  query: oEmbedQuery,
  body: noBody,
  bodyBytesMax: 0,
  response: oEmbed,
  limit: { policy: "data", when: "first" },
  cache: CACHE.basic,
  errors: [
    "invalid_parameters",
    "not_found",
    "token_not_found",
    "unsupported_format",
    "rate_limited",
    "internal_error",
  ],
});
