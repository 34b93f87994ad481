import { route } from "@/lib/http/route";
import { listTokens as operation } from "@/lib/operations/data";
import { listTokens } from "@/lib/services/data/list-tokens";

export const GET = route(operation, ({ ctx, input }) => listTokens({ ctx, input }));
