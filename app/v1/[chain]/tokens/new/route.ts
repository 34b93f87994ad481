import { route } from "@/lib/http/route";
import { listNewTokens as operation } from "@/lib/operations/data";
import { listNewTokens } from "@/lib/services/data/list-new-tokens";

export const GET = route(operation, ({ ctx, input }) => listNewTokens({ ctx, input }));
