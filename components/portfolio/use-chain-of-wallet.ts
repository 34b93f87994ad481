"use client";

import { useQuery } from "@tanstack/react-query";
import { useBurner, useConnectedWallet } from "@/components/wallet/use-account";
import type { ChainSlug } from "@/lib/shared/chains";
import { chainIn, configQuery } from "@/lib/web/queries";

/**
 * The first chain on which this browser has a wallet: a burner is for sandbox chains only, and the
 * connected wallet for real ones. Undefined without one.
 */
export function useChainOfWallet(chains: readonly ChainSlug[]): ChainSlug | undefined {
  const { data } = useQuery(configQuery());
  const burner = useBurner();
  const wallet = useConnectedWallet();
  return chains.find((chain) => {
    const facts = chainIn(data, chain);
    return facts !== undefined && (facts.sandbox ? burner : wallet) !== null;
  });
}
