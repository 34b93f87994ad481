import { adminRead } from "@/lib/operations/account-operation";
import { operation } from "@/lib/operations/operation";
import { overviewAnswer, overviewQuery } from "./schema";

/** Get the numbers of the console's overview over the last hour, day or week. */
export const getOverview = operation({
  ...adminRead,
  id: "getOverview",
  path: "/api/admin/overview",
  query: overviewQuery,
  response: overviewAnswer,
  errors: [...adminRead.errors, "invalid_parameters"],
});
