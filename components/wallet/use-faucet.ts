"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { requestEther } from "@/lib/client/wallet/request-ether";
import type { ChainSlug } from "@/lib/domain/chains";

/** Asks a sandbox chain's faucet for test ETH and shows the new balance. */
export function useFaucet(chain: ChainSlug) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (address: `0x${string}`) => requestEther(chain, address),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["ether", chain] }),
        queries.invalidateQueries({ queryKey: ["trade-balances", chain] }),
      ]),
  });
}
