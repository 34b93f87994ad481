import { route } from "@/lib/http/route";
import { searchUdfSymbols as operation } from "@/lib/operations/udf";
import { searchUdfSymbols } from "@/lib/services/udf/search-udf-symbols";

export const GET = route(operation, ({ ctx, input }) => searchUdfSymbols({ ctx, input }));
