import { route } from "@/lib/http/route";
import { getLaunchStatus as operation } from "@/lib/operations/launch";
import { getLaunchStatus } from "@/lib/services/launch/get-launch-status";

export const GET = route(operation, ({ ctx, input }) =>
  getLaunchStatus({ ctx, input: input.params }),
);
