import { route } from "@/lib/http/route";
import { getAccount as operation } from "@/lib/operations/data-market";
import { getAccount } from "@/lib/services/data/get-account";

export const GET = route(operation, ({ ctx, input }) => getAccount({ ctx, input }));
