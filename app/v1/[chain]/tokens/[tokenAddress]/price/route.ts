import { route } from "@/lib/http/route";
import { getTokenPrice as operation } from "@/lib/operations/data-market";
import { getTokenPrice } from "@/lib/services/data/get-token-price";

export const GET = route(operation, ({ ctx, input }) => getTokenPrice({ ctx, input }));
