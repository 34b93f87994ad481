import { route } from "@/lib/http/route";
import { getTokenVideo as operation } from "@/lib/operations/data-market";
import { getTokenVideo } from "@/lib/services/data/get-token-video";

export const GET = route(operation, ({ ctx, input }) => getTokenVideo({ ctx, input }));
