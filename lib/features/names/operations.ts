import { CACHE } from "@/lib/operations/cache";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { addressNames, namesQuery } from "./schema";

/** Extension: public names of addresses. */
export const getNames = operation({
  id: "getNames",
  api: "data",
  method: "GET",
  path: "/v1/names",
  params: nothing,
  query: namesQuery,
  body: noBody,
  bodyBytesMax: 0,
  response: addressNames,
  limit: { policy: "names", when: "first" },
  cache: CACHE.live,
  errors: ["invalid_parameters", "rate_limited", "internal_error"],
});
