"use client";

import { useQuery } from "@tanstack/react-query";
import type { ChainSlug } from "@/lib/shared/chains";
import { chainIn, configQuery } from "@/lib/web/queries";

/** The configuration of a chain; undefined until it is loaded, and for a chain that is not served. */
export function useChainConfig(chain: ChainSlug) {
  const { data } = useQuery(configQuery());
  return chainIn(data, chain);
}
