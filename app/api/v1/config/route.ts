import { route } from "@/lib/http/route";
import { getConfig as operation } from "@/lib/operations/system";
import { getConfig } from "@/lib/services/system/get-config";

export const GET = route(operation, ({ ctx }) => getConfig({ ctx }));
