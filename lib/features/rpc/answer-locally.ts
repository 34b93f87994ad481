import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { VERSION } from "@/lib/shared/version";
import type { LocalRpcMethod } from "./schema";

const ANSWERS: Record<LocalRpcMethod, (chain: ChainSlug) => unknown> = {
  web3_clientVersion: () => `launchpad/${VERSION}`,
  net_version: (chain) => String(CHAINS[chain].chainId),
  // The relay holds no keys, and it forwards to synced nodes only.
  eth_accounts: () => [],
  eth_syncing: () => false,
};

const isLocal = (method: string): method is LocalRpcMethod => Object.hasOwn(ANSWERS, method);

/** Returns the result of a local method; null for other methods. */
export function answerLocally(method: string, chain: ChainSlug): { result: unknown } | null {
  return isLocal(method) ? { result: ANSWERS[method](chain) } : null;
}
