import type { ChainSlug } from "@/lib/shared/chains";
import { every, readQuery } from "../queries";
import { getTokenSafety } from "../reads/token-reads";

const INTERVAL_MS = 15_000;

/** Facts about the risks of a token. */
export function safetyQuery(chain: ChainSlug, tokenAddress: string) {
  return {
    ...readQuery(getTokenSafety, { params: { chain, tokenAddress } }),
    refetchInterval: every(INTERVAL_MS),
  };
}
