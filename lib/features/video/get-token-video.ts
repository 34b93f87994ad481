import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { findMentionedVideo } from "@/lib/features/market/find-mentioned-video";
import type { getTokenVideo as operation } from "@/lib/features/market/operations/market";
import { renderMeta } from "@/lib/features/market/render/token";
import type { TokenVideoAnswer } from "@/lib/features/market/schema/video";
import { tokenNotFound } from "@/lib/features/market/token-not-found";
import type { InputOf } from "@/lib/operations/operation";
import { renderVideo } from "./render-video";

/**
 * Returns the video of a token's metadata. The metadata is untrusted, so only the uid is read, and
 * only a video that this service approved is returned.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getTokenVideo({
  ctx,
  input,
}: {
  ctx: Pick<
    ServiceContext,
    "clock" | "decisions" | "env" | "ipfs" | "log" | "market" | "videoStore"
  >;
  input: InputOf<typeof operation>;
}): Promise<TokenVideoAnswer> {
  const chain = requireDataChain(ctx, input.params.chain);
  const { tokenAddress } = input.params;
  const uri = await ctx.market.findTokenUri({ chainId: chain.chainId, address: tokenAddress });
  if (uri === null) throw tokenNotFound(chain, tokenAddress);
  const uid = await findMentionedVideo(ctx, uri);
  await ctx.decisions.ready();
  const row = uid === null ? null : await ctx.videoStore.find(uid);
  const reason = uid === null ? null : ctx.decisions.videoRemoval(uid);
  return {
    tokenAddress,
    video: row === null ? null : show(renderVideo(ctx, row)),
    ...(reason === null ? {} : { moderation: { state: "video_removed", reason } }),
    meta: renderMeta(ctx, chain),
  };
}

function show(video: ReturnType<typeof renderVideo>): TokenVideoAnswer["video"] {
  const { uid, streamUrl, thumbnailUrl, duration, width, height } = video;
  if (streamUrl === null || thumbnailUrl === null) return null;
  if (duration === null || width === null || height === null) return null;
  return { uid, streamUrl, thumbnailUrl, duration, width, height };
}
