import { z } from "zod";
import { loadArtifact, type OwnArtifact } from "@/contracts/script/build/artifact";
import { PERIPHERY } from "@/contracts/script/deploy/chain-config";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import type { RpcConnection } from "./rpc-connection";

/** The address that libraries use on every chain. */
export const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";

/**
 * Deploys the contracts that libraries expect at fixed addresses: Multicall3 and wrapped ether.
 * Existing contracts stay, so a chain of an earlier release gets them once.
 */
export async function placePredeploys(rpc: RpcConnection, chainId: number): Promise<void> {
  const slug = CHAIN_SLUGS.find((one) => CHAINS[one].chainId === chainId);
  await place(rpc, "Multicall3", MULTICALL3);
  if (slug !== undefined) await place(rpc, "WrappedEther", PERIPHERY[slug].weth);
}

async function place(rpc: RpcConnection, contract: OwnArtifact, address: string): Promise<void> {
  if ((await rpc.call("eth_getCode", [address, "latest"])) !== "0x") return;
  // A call without a recipient runs the constructor and returns the deployed code.
  const { bytecode } = loadArtifact(contract);
  const code = z.string().parse(await rpc.call("eth_call", [{ data: bytecode }, "latest"]));
  await rpc.call("anvil_setCode", [address, code]);
}
