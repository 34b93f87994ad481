import { CACHE } from "@/lib/operations/cache";
import { noBody, operation } from "@/lib/operations/operation";
import { chainParams } from "@/lib/schemas/common";
import { searchParameters, searchResult } from "../schema/search";

/** Extension: search for tokens. */
export const searchTokens = operation({
  id: "searchTokens",
  api: "data",
  method: "GET",
  path: "/v1/{chain}/search",
  params: chainParams,
  query: searchParameters,
  body: noBody,
  bodyBytesMax: 0,
  response: searchResult,
  limit: { policy: "data", when: "first" },
  cache: CACHE.list,
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
});
