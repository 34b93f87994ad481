import { accountRoute } from "@/lib/http/account-route";
import { withdrawFunds as operation } from "@/lib/operations/account";
import { withdraw } from "@/lib/services/account/withdraw";

export const POST = accountRoute(operation, ({ ctx, session, input, admit }) =>
  withdraw({ ctx, input: { session, request: input.body, admit } }),
);
