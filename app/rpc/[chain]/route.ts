import { route } from "@/lib/http/route";
import { relayRpc as operation } from "@/lib/operations/rpc";
import { relayRpc } from "@/lib/services/rpc/relay-rpc";

export const POST = route(operation, ({ ctx, input, admit, charge }) =>
  relayRpc({
    ctx,
    input,
    admit: {
      call: () => admit("rpc"),
      transaction: () => admit("rpcTransaction"),
      charge: (calls) => charge("rpc", calls),
    },
  }),
);
