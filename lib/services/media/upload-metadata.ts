import type { ServiceContext } from "../../context";
import { buildTokenMetadata, type TokenDescription } from "../../domain/token-metadata";
import type { LimitPolicyName } from "../../operations/limits";
import type { MetadataAnswer } from "../../schemas/media";
import { storeContent } from "./store-content";

/**
 * Stores the metadata of a token: the same bytes that a launch of it stores.
 * @throws AppError rate_limited, dependency_unavailable
 */
export async function uploadMetadata({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { token: TokenDescription; admit: (policy: LimitPolicyName) => Promise<void> };
}): Promise<MetadataAnswer> {
  await input.admit("metadata");
  const cid = await storeContent({ ctx, input: { bytes: buildTokenMetadata(input.token) } });
  return { success: true, ipfsHash: cid, tokenURI: `ipfs://${cid}` };
}
