import type { ServiceContext } from "@/lib/context";
import { isCid } from "@/lib/shared/cid";
import { AppError } from "@/lib/shared/errors";

/** Counts a request before it costs a query or a decoding. @throws AppError rate_limited */
export type Count = (policy: "content" | "drawing" | "linkPicture") => void;

/**
 * Lets through what this launchpad answers for: files of this machine, uploads, and pictures of tokens
 * that the moderation has passed. Everything else does not exist here, and no gateway is asked for it.
 * @throws AppError invalid_parameters, not_found, rate_limited
 */
export async function requireKnown({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "ipfs" | "content">;
  input: { cid: string; count: Count };
}): Promise<void> {
  const { cid, count } = input;
  if (!isCid(cid)) throw new AppError("invalid_parameters", "Not a valid CID");
  if (await ctx.ipfs.isStored(cid)) return;
  if (ctx.content.isKnownApproved(cid)) return;
  count("content");
  if (await ctx.content.isApproved(cid)) return;
  throw new AppError("not_found", "This content is not stored here");
}
