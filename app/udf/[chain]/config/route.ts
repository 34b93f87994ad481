import { route } from "@/lib/http/route";
import { getUdfConfig as operation } from "@/lib/operations/udf";
import { getUdfConfig } from "@/lib/services/udf/get-udf-config";

export const GET = route(operation, ({ ctx, input }) => getUdfConfig({ ctx, input }));
