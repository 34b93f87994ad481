import { route } from "@/lib/http/route";
import { sandboxFaucet } from "@/lib/operations/rpc";
import { fundAccount } from "@/lib/services/rpc/fund-account";

export const POST = route(sandboxFaucet, ({ ctx, input, admit }) =>
  fundAccount({ ctx, input, admit: () => admit("faucet") }),
);
