import { route } from "@/lib/http/route";
import { getLiveness } from "@/lib/operations/system";
import { getHealth } from "@/lib/services/system/get-health";

export const GET = route(getLiveness, ({ ctx }) => getHealth({ ctx }));
