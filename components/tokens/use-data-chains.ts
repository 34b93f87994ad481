"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { configQuery } from "@/lib/client/queries";
import type { ChainSlug } from "@/lib/domain/chains";
import { OVERVIEW_CHAINS } from "./overview-chains";

/** The chains of which this service publishes token data; the usual ones until it has said so. */
export function useDataChains(): readonly ChainSlug[] {
  const { data } = useQuery(configQuery());
  return useMemo(() => {
    if (data === undefined) return OVERVIEW_CHAINS;
    return data.chains.filter(({ tokenData }) => tokenData).map(({ slug }) => slug);
  }, [data]);
}
