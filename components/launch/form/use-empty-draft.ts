import { useSiteFacts } from "@/components/layout/site-facts";
import { EMPTY_DRAFT, type LaunchDraft, usdText } from "./launch-form";

/** A new draft, with the launchpad's default chain and market cap. */
export function useEmptyDraft(): LaunchDraft {
  const { brand, marketCapUsdc } = useSiteFacts();
  return {
    ...EMPTY_DRAFT,
    chain: brand.defaultChain,
    marketCapUsd: usdText(marketCapUsdc.default),
  };
}
