import { route } from "@/lib/http/route";
import { relayRpc as operation } from "@/lib/operations/rpc";
import { relayRpc } from "@/lib/services/rpc/relay-rpc";

export const POST = route(operation, ({ ctx, input, admit }) =>
  relayRpc({ ctx, input, admit: () => admit("rpc") }),
);
