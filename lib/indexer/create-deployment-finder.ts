import type { Hex } from "viem";
import { deploymentHash } from "@/lib/features/chains/rules/deployment-hash";
import type { ChainIdentities } from "@/lib/features/chains/store/create-chain-identities";
import type { Deployment } from "@/lib/schemas/deployment";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";

/**
 * Creates a reader of a chain's manifest that accepts only the one that the database belongs to.
 * @param options.chainIdentities null for a sandbox, whose contracts the supervisor may deploy again
 * @returns the manifest, or null while nothing is deployed; rejects for another manifest, and while
 *   the database cannot tell
 */
export function createDeploymentFinder(options: {
  chain: ChainSlug;
  load: () => Deployment | null;
  chainIdentities: Pick<ChainIdentities, "find"> | null;
}): () => Promise<Deployment | null> {
  const { chain, load, chainIdentities } = options;
  /** Read once, so that a database outage does not stop a chain that is being indexed. */
  let recorded: Hex | null = null;
  return async () => {
    const manifest = load();
    if (manifest === null || chainIdentities === null) return manifest;
    const hash = deploymentHash(manifest);
    if (hash === recorded) return manifest;
    // Nothing may be recorded yet, or an operator may have accepted this manifest since.
    recorded = (await chainIdentities.find(CHAINS[chain].chainId))?.deploymentHash ?? null;
    if (recorded === null || hash === recorded) return manifest;
    throw new Error(
      `the manifest has changed; accept it with: npm run heal -- --chain ${chain} --accept-deployment --apply, then restart`,
    );
  };
}
