import { route } from "@/lib/http/route";
import { getUdfQuotes as operation } from "@/lib/operations/udf";
import { getUdfQuotes } from "@/lib/services/udf/get-udf-quotes";

export const GET = route(operation, ({ ctx, input }) => getUdfQuotes({ ctx, input }));
