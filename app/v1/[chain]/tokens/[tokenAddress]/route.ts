import { route } from "@/lib/http/route";
import { getToken as operation } from "@/lib/operations/data";
import { getToken } from "@/lib/services/data/get-token";

export const GET = route(operation, ({ ctx, input }) => getToken({ ctx, input }));
