import type { ServiceContext } from "@/lib/context";
import { contentRemoved } from "@/lib/features/moderation/require-allowed";
import { isCid } from "@/lib/shared/cid";
import { AppError } from "@/lib/shared/errors";

/** Counts a request before it causes a query or decoding. @throws AppError rate_limited */
export type Count = (policy: "content" | "drawing" | "linkPicture") => void;

/**
 * Requires known content: stored files, uploads, and approved token images. Everything
 * else returns not_found, and no gateway is requested.
 * @throws AppError invalid_parameters, not_found, content_removed, rate_limited, dependency_unavailable
 */
export async function requireKnown({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "ipfs" | "content" | "decisions">;
  input: { cid: string; count: Count };
}): Promise<void> {
  const { cid, count } = input;
  if (!isCid(cid)) throw new AppError("invalid_parameters", "Not a valid CID");
  await ctx.decisions.ready();
  if (ctx.decisions.isRemoved(cid)) throw contentRemoved();
  if (ctx.content.isKnownApproved(cid)) return;
  if (ctx.ipfs.isLookupLocal && (await ctx.ipfs.isStored(cid))) return;
  count("content");
  if (await ctx.content.isApproved(cid)) return;
  if (await ctx.ipfs.isStored(cid)) return;
  throw new AppError("not_found", "This content is not stored here");
}
