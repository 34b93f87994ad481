import { accountRoute } from "@/lib/http/account-route";
import { linkIdentity as operation } from "@/lib/operations/account";
import { linkIdentity } from "@/lib/services/account/link-identity";

export const POST = accountRoute(operation, ({ ctx, session, input }) =>
  linkIdentity({ ctx, input: { session, request: input.body } }),
);
