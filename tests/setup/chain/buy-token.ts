import { inject } from "vitest";
import type { ChainSlug } from "@/lib/shared/chains";
import { newCaller } from "../api/api";
import { buyTokenAt } from "./buy-token-at";

/** Buys a launched token for 0.05 ETH with a new account at the running launchpad. */
export async function buyToken(token: string, chain: ChainSlug = "base-sepolia"): Promise<void> {
  const baseUrl = inject("baseUrl");
  await buyTokenAt({ baseUrl, caller: newCaller(), token, chain, ether: "0.05" });
}
