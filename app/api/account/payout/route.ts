import { accountRoute } from "@/lib/http/account-route";
import { payOut as operation } from "@/lib/operations/account";
import { payOut } from "@/lib/services/account/pay-out";

export const POST = accountRoute(operation, ({ ctx, session, input, admit }) =>
  payOut({ ctx, input: { session, wallet: input.body.wallet ?? null, admit } }),
);
