import { route } from "@/lib/http/route";
import { listSwaps as operation } from "@/lib/operations/data-market";
import { listSwaps } from "@/lib/services/data/list-swaps";

export const GET = route(operation, ({ ctx, input }) => listSwaps({ ctx, input }));
