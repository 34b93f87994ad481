import { ADMIN_ERRORS, ADMIN_LIMIT } from "@/lib/features/admin/operations";
import { noBody, nothing, operation } from "@/lib/operations/operation";
import { overviewAnswer, overviewQuery } from "./schema";

/** Get the numbers of the console's overview over the last hour, day or week. */
export const getOverview = operation({
  id: "getOverview",
  interface: "admin",
  method: "GET",
  path: "/api/admin/overview",
  params: nothing,
  query: overviewQuery,
  body: noBody,
  bodyBytesMax: 0,
  response: overviewAnswer,
  limit: ADMIN_LIMIT,
  cache: null,
  errors: [...ADMIN_ERRORS, "invalid_parameters"],
});
