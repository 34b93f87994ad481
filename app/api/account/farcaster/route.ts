import { originOf } from "@/lib/auth/origin-of";
import { pageRoute } from "@/lib/http/account-route";
import { askFarcaster as operation } from "@/lib/operations/account";
import { askFarcaster } from "@/lib/services/account/ask-farcaster";

export const POST = pageRoute(operation, ({ ctx, headers, input }) => {
  const origin = originOf(ctx.env, headers.get("host"));
  return askFarcaster({ ctx, input: { origin, nonce: input.body.nonce } });
});
