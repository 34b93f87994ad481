import { route } from "@/lib/http/route";
import { getReadiness as operation } from "@/lib/operations/system";
import { getReadiness } from "@/lib/services/system/get-readiness";

export const GET = route(operation, ({ ctx }) => getReadiness({ ctx }));
