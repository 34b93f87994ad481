import { accountRoute } from "@/lib/http/account-route";
import { getEarnings as operation } from "@/lib/operations/account";
import { getEarnings } from "@/lib/services/account/get-earnings";

export const GET = accountRoute(operation, ({ ctx, session }) =>
  getEarnings({ ctx, input: { session } }),
);
