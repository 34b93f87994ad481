import { accountRoute } from "@/lib/http/account-route";
import { changeManagerShares as operation } from "@/lib/operations/account";
import { changeShares } from "@/lib/services/account/change-shares";

export const POST = accountRoute(operation, ({ ctx, session, input, admit }) =>
  changeShares({ ctx, input: { session, request: input.body, admit } }),
);
