import type { Address } from "viem";
import type { ChainSlug } from "@/lib/shared/chains";

/** Requests test ETH from a sandbox chain's faucet. */
export async function requestEther(chain: ChainSlug, address: Address): Promise<void> {
  const response = await fetch("/sandbox/faucet", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ chain, address }),
  });
  if (!response.ok) throw new Error("The faucet is unavailable");
}
