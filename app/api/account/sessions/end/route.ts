import { accountRoute } from "@/lib/http/account-route";
import { endSessions as operation } from "@/lib/operations/account";
import { endSessions } from "@/lib/services/account/end-sessions";

export const POST = accountRoute(operation, ({ ctx, session }) =>
  endSessions({ ctx, input: { session } }),
);
