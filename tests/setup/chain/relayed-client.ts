import { createPublicClient, custom, type PublicClient } from "viem";
import { raiseEstimate } from "@/lib/features/rpc/raise-estimate";

/** A client of the node whose gas estimates have the margin of the relay, through which pages read. */
export function relayedClient(client: PublicClient): PublicClient {
  const request: (call: { method: string; params: unknown[] }) => Promise<unknown> =
    client.transport.request;
  return createPublicClient({
    chain: client.chain,
    cacheTime: 0,
    transport: custom({
      async request(call: { method: string; params: unknown[] }) {
        const result = await request(call);
        return call.method === "eth_estimateGas" ? raiseEstimate(result, call.params) : result;
      },
    }),
  });
}
