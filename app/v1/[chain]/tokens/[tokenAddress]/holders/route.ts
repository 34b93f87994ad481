import { route } from "@/lib/http/route";
import { listHolders as operation } from "@/lib/operations/data";
import { listHolders } from "@/lib/services/data/list-holders";

export const GET = route(operation, ({ ctx, input }) => listHolders({ ctx, input }));
