import { route } from "@/lib/http/route";
import { createFeeSplitManager as operation } from "@/lib/operations/managers";
import { createFeeSplitManager } from "@/lib/services/managers/create-fee-split-manager";

export const POST = route(operation, ({ ctx, input, admit, headers }) =>
  createFeeSplitManager({
    ctx,
    input: {
      chain: input.params.chain,
      request: input.body,
      idempotencyKey: headers.get("idempotency-key"),
      admit,
    },
  }),
);
