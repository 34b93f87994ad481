import { route } from "@/lib/http/route";
import { getTokenFees as operation } from "@/lib/operations/data-market";
import { getTokenFees } from "@/lib/services/data/get-token-fees";

export const GET = route(operation, ({ ctx, input }) => getTokenFees({ ctx, input }));
