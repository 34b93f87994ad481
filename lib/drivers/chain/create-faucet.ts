import { z } from "zod";
import { callSignal, requestLimitMs } from "@/lib/support/calls/dependency";

const answer = z.object({
  result: z
    .string()
    .regex(/^0x[0-9a-f]+$/)
    .transform(BigInt),
});
const TIMEOUT_MS = 10_000;

/**
 * Mints ether on a sandbox chain.
 * @param options.token required by the sandbox chain's RPC proxy
 */
export function createFaucet(options: { rpcUrl: string; token: string }) {
  return {
    /** @returns the new balance in wei. @throws when the chain rejects the request */
    async fund(address: string, amountWei: bigint): Promise<bigint> {
      const params = [address, `0x${amountWei.toString(16)}`];
      const response = await fetch(options.rpcUrl, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${options.token}`,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "slipway_fund", params }),
        signal: callSignal(requestLimitMs() ?? TIMEOUT_MS),
      });
      return answer.parse(await response.json()).result;
    },
  };
}

export type Faucet = ReturnType<typeof createFaucet>;
