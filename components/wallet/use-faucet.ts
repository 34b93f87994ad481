"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { requestEther } from "@/lib/client/wallet/request-ether";
import type { ChainSlug } from "@/lib/domain/chains";

/**
 * Asks a sandbox chain's faucet for test ETH and shows the new balance; without an address for this
 * browser's burner, which is made when there is none.
 */
export function useFaucet(chain: ChainSlug) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (address: `0x${string}` | null) =>
      requestEther(chain, address ?? (await burnerAddress())),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["ether", chain] }),
        queries.invalidateQueries({ queryKey: ["trade-balances", chain] }),
      ]),
  });
}

async function burnerAddress(): Promise<`0x${string}`> {
  const { createBurner } = await import("@/lib/client/wallet/create-burner");
  return createBurner().address;
}
