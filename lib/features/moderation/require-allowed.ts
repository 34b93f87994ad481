import type { ServiceContext } from "@/lib/context";
import { isCid } from "@/lib/shared/cid";
import { AppError } from "@/lib/shared/errors";
import { type FindBlocksContext, findBlocks, type Launcher } from "./find-blocks";
import { readFingerprints } from "./read-fingerprints";

/**
 * Rejects a launch of a blocked creator.
 * @throws AppError creator_blocked
 */
export async function requireAllowedCreator(
  ctx: FindBlocksContext,
  launcher: Launcher,
): Promise<void> {
  if ((await findBlocks(ctx, launcher)).length === 0) return;
  throw new AppError(
    "creator_blocked",
    "The operator of this launchpad has blocked this creator. Nothing was queued. You can appeal.",
  );
}

/**
 * Rejects an image that was removed, and a stored or approved copy of one.
 * @throws AppError content_removed, or the failure of storage or of the provider
 */
export async function requireAllowedImage(
  ctx: Pick<ServiceContext, "content" | "decisions" | "images" | "ipfs" | "log">,
  cid: string,
): Promise<void> {
  if (!isCid(cid)) return;
  await ctx.decisions.ready();
  if (ctx.decisions.isRemoved(cid)) throw contentRemoved();
  if (!ctx.decisions.hasFingerprints()) return;
  if (ctx.decisions.isCopy(await readFingerprints(ctx, cid))) throw contentRemoved();
}

/** The error for a removed image and its copies. */
export function contentRemoved(): AppError {
  return new AppError("content_removed", "The operator of this launchpad has removed this image");
}
