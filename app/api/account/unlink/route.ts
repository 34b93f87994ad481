import { accountRoute } from "@/lib/http/account-route";
import { unlinkIdentity as operation } from "@/lib/operations/account";
import { unlinkIdentity } from "@/lib/services/account/unlink-identity";

export const POST = accountRoute(operation, ({ ctx, session, input }) =>
  unlinkIdentity({ ctx, input: { session, ...input.body } }),
);
