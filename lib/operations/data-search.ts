import { dataParams } from "../schemas/data";
import { searchParameters, searchResult } from "../schemas/data-search";
import { CACHE } from "./cache";
import { noBody, operation } from "./operation";

/** Extension: tokens by what they are called. */
export const searchTokens = operation({
  id: "searchTokens",
  interface: "data",
  method: "GET",
  path: "/v1/{chain}/search",
  params: dataParams,
  query: searchParameters,
  body: noBody,
  bodyBytesMax: 0,
  response: searchResult,
  limit: { policy: "data", when: "first" },
  cache: CACHE.list,
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
});
