import { route } from "@/lib/http/route";
import { launchMemecoin } from "@/lib/operations/launch";
import { submitLaunch } from "@/lib/services/launch/submit-launch";

export const POST = route(launchMemecoin, ({ ctx, input, admit, headers }) =>
  submitLaunch({
    ctx,
    input: {
      chain: input.params.chain,
      request: input.body,
      idempotencyKey: headers.get("idempotency-key"),
      admit,
    },
  }),
);
