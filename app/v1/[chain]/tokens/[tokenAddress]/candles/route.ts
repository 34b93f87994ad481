import { route } from "@/lib/http/route";
import { listCandles as operation } from "@/lib/operations/data-market";
import { listCandles } from "@/lib/services/data/list-candles";

export const GET = route(operation, ({ ctx, input }) => listCandles({ ctx, input }));
