import { pageRoute } from "@/lib/http/account-route";
import { readFarcasterAnswer as operation } from "@/lib/operations/account";
import { readFarcasterAnswer } from "@/lib/services/account/read-farcaster-answer";

export const POST = pageRoute(operation, ({ ctx, input }) =>
  readFarcasterAnswer({ ctx, input: input.body }),
);
