import type { ServiceContext } from "@/lib/context";
import {
  buildTokenMetadata,
  type TokenDescription,
} from "@/lib/features/launch/rules/token-metadata";
import { requireAllowedImage } from "@/lib/features/moderation/require-allowed";
import { quotasOfCaller } from "@/lib/features/storage/quotas-of-caller";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import type { MetadataAnswer } from "./schema";
import { type StoreContext, storeContent } from "./store-content";
import { withImageErrors } from "./with-image-errors";
import { withIpfsErrors } from "./with-ipfs-errors";

/**
 * Stores the metadata of a token; a launch stores the same bytes.
 * @throws AppError content_removed if it names a removed image, rate_limited,
 *   dependency_unavailable
 */
export async function uploadMetadata({
  ctx,
  input,
}: {
  ctx: StoreContext & Pick<ServiceContext, "decisions" | "env" | "ids" | "images">;
  input: {
    token: TokenDescription;
    caller: Caller | null;
    limit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<MetadataAnswer> {
  await input.limit("metadata");
  const { imageIpfs } = input.token;
  await withImageErrors(withIpfsErrors(() => requireAllowedImage(ctx, imageIpfs)));
  const bytes = buildTokenMetadata(input.token);
  const quotas = quotasOfCaller(ctx, input.caller);
  const cid = await storeContent({ ctx, input: { bytes, quotas } });
  return { success: true, ipfsHash: cid, tokenURI: `ipfs://${cid}` };
}
