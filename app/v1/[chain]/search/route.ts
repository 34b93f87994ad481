import { route } from "@/lib/http/route";
import { searchTokens as operation } from "@/lib/operations/data-search";
import { searchTokens } from "@/lib/services/data/search-tokens";

export const GET = route(operation, ({ ctx, input }) => searchTokens({ ctx, input }));
