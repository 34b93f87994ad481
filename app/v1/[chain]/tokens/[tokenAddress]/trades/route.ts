import { route } from "@/lib/http/route";
import { listTrades as operation } from "@/lib/operations/data-market";
import { listTrades } from "@/lib/services/data/list-trades";

export const GET = route(operation, ({ ctx, input }) => listTrades({ ctx, input }));
