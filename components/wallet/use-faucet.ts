"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import type { ChainSlug } from "@/lib/domain/chains";
import { requestEther } from "@/lib/web/wallet/request-ether";

/**
 * Asks a sandbox chain's faucet for test ETH and shows the new balance; without an address for this
 * browser's burner, which is made when there is none.
 */
export function useFaucet(chain: ChainSlug) {
  const queries = useQueryClient();
  return useSoleMutation({
    mutationFn: async (address: `0x${string}` | null) =>
      requestEther(chain, address ?? (await burnerAddress())),
    onSuccess: async () => {
      const keys = [
        ["ether", chain],
        ["trade-balances", chain],
      ];
      // A first question that is still open may have been answered before the gift, and asking again
      // would only join it: the old balance would stand until the next regular question.
      await Promise.all(keys.map((queryKey) => queries.cancelQueries({ queryKey })));
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
}

async function burnerAddress(): Promise<`0x${string}`> {
  const { createBurner } = await import("@/lib/web/wallet/create-burner");
  return createBurner().address;
}
