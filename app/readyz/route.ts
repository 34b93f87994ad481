import { route } from "@/lib/http/route";
import { getReadiness } from "@/lib/operations/system";
import { getHealth } from "@/lib/services/system/get-health";

export const GET = route(getReadiness, ({ ctx }) => getHealth({ ctx }));
