import { route } from "@/lib/http/route";
import { getUdfHistory as operation } from "@/lib/operations/udf";
import { getUdfHistory } from "@/lib/services/udf/get-udf-history";

export const GET = route(operation, ({ ctx, input }) => getUdfHistory({ ctx, input }));
