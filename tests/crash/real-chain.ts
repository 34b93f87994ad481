import type { ChainSlug } from "@/lib/shared/chains";
import {
  startRealChain as startChain,
  type RealChain as WholeChain,
} from "../setup/chain/real-chain";
import { type FaultyRpc, startFaultyRpc } from "./faulty-rpc";

/** A real chain with an unreliable node; `rpcUrl` bypasses the faults. */
export type RealChain = WholeChain & { rpc: FaultyRpc };

export async function startRealChain(slug: ChainSlug, seed: string): Promise<RealChain> {
  const chain = await startChain(slug);
  const rpc = await startFaultyRpc(chain.rpcUrl, seed).catch(async (error: unknown) => {
    await chain.stop();
    throw error;
  });
  return {
    ...chain,
    rpc,
    async stop() {
      await rpc.stop();
      await chain.stop();
    },
  };
}
