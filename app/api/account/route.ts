import { accountRoute } from "@/lib/http/account-route";
import { getOwnAccount as operation } from "@/lib/operations/account";
import { getAccount } from "@/lib/services/account/get-account";

export const GET = accountRoute(operation, ({ ctx, session }) =>
  getAccount({ ctx, input: { session } }),
);
