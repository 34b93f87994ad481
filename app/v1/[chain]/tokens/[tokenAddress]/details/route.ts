import { route } from "@/lib/http/route";
import { getTokenDetails as operation } from "@/lib/operations/data-market";
import { getTokenDetails } from "@/lib/services/data/get-token-details";

export const GET = route(operation, ({ ctx, input }) => getTokenDetails({ ctx, input }));
