import { route } from "@/lib/http/route";
import { getUdfSymbol as operation } from "@/lib/operations/udf";
import { getUdfSymbol } from "@/lib/services/udf/get-udf-symbol";

export const GET = route(operation, ({ ctx, input }) => getUdfSymbol({ ctx, input }));
