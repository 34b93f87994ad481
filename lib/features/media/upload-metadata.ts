import type { ServiceContext } from "@/lib/context";
import {
  buildTokenMetadata,
  type TokenDescription,
} from "@/lib/features/launch/rules/token-metadata";
import { quotasOfCaller } from "@/lib/features/storage/quotas-of-caller";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import type { MetadataAnswer } from "./schema";
import { storeContent } from "./store-content";

/**
 * Stores the metadata of a token; a launch stores the same bytes.
 * @throws AppError rate_limited, dependency_unavailable
 */
export async function uploadMetadata({
  ctx,
  input,
}: {
  ctx: Pick<
    ServiceContext,
    "assets" | "content" | "env" | "ids" | "ipfs" | "log" | "videoStore" | "videos"
  >;
  input: {
    token: TokenDescription;
    caller: Caller | null;
    limit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<MetadataAnswer> {
  await input.limit("metadata");
  const bytes = buildTokenMetadata(input.token);
  const quotas = quotasOfCaller(ctx, input.caller);
  const cid = await storeContent({ ctx, input: { bytes, quotas } });
  return { success: true, ipfsHash: cid, tokenURI: `ipfs://${cid}` };
}
