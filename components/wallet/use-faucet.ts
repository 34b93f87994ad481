"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import type { ChainSlug } from "@/lib/shared/chains";
import { refreshBalances } from "@/lib/web/refresh-balances";
import { requestEther } from "@/lib/web/wallet/request-ether";

/**
 * Requests test ETH from a sandbox faucet and shows the new balance. Without an address it funds
 * this browser's burner, creating it if needed.
 */
export function useFaucet(chain: ChainSlug) {
  const queries = useQueryClient();
  return useSoleMutation({
    mutationFn: async (address: `0x${string}` | null) =>
      requestEther(chain, address ?? (await burnerAddress())),
    onSuccess: () => refreshBalances(queries),
  });
}

async function burnerAddress(): Promise<`0x${string}`> {
  const { createBurner } = await import("@/lib/web/wallet/create-burner");
  return createBurner().address;
}
