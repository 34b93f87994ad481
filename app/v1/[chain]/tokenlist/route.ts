import { route } from "@/lib/http/route";
import { getTokenList as operation } from "@/lib/operations/data-market";
import { getTokenList } from "@/lib/services/data/get-token-list";

export const GET = route(operation, ({ ctx, input }) => getTokenList({ ctx, input }));
