import { route } from "@/lib/http/route";
import { getUdfTime as operation } from "@/lib/operations/udf";
import { getUdfTime } from "@/lib/services/udf/get-udf-time";

export const GET = route(operation, ({ ctx, input }) => getUdfTime({ ctx, input }));
