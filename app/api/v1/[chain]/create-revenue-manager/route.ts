import { route } from "@/lib/http/route";
import { createRevenueManager as operation } from "@/lib/operations/managers";
import { createRevenueManager } from "@/lib/services/managers/create-revenue-manager";

export const POST = route(operation, ({ ctx, input, admit, headers }) =>
  createRevenueManager({
    ctx,
    input: {
      chain: input.params.chain,
      request: input.body,
      idempotencyKey: headers.get("idempotency-key"),
      admit,
    },
  }),
);
