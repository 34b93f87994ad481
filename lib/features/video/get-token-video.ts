import type { ServiceContext } from "@/lib/context";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import type { getTokenVideo as operation } from "@/lib/features/market/operations/market";
import { renderMeta } from "@/lib/features/market/render-token";
import { type TokenVideoAnswer, videoMention } from "@/lib/features/market/schema/video";
import { tokenNotFound } from "@/lib/features/market/token-not-found";
import type { InputOf } from "@/lib/operations/operation";
import { isCid } from "@/lib/shared/cid";
import { renderVideo } from "./render-video";

const DOCUMENT_BYTES_MAX = 65_536;

/**
 * Returns the video of a token's metadata. The metadata is untrusted, so only the uid is read, and
 * only a video that this service approved is returned.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getTokenVideo({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "clock" | "env" | "ipfs" | "log" | "market" | "videoStore">;
  input: InputOf<typeof operation>;
}): Promise<TokenVideoAnswer> {
  const chain = requireDataChain(ctx, input.params.chain);
  const { tokenAddress } = input.params;
  const uri = await ctx.market.findTokenUri({ chainId: chain.chainId, address: tokenAddress });
  if (uri === null) throw tokenNotFound(chain, tokenAddress);
  const uid = await findMention(ctx, uri);
  const row = uid === null ? null : await ctx.videoStore.find(uid);
  return {
    tokenAddress,
    video: row === null ? null : show(renderVideo(ctx, row)),
    meta: renderMeta(ctx, chain),
  };
}

async function findMention(
  ctx: Pick<ServiceContext, "ipfs" | "log">,
  uri: string,
): Promise<string | null> {
  const cid = uri.startsWith("ipfs://") ? uri.slice("ipfs://".length) : "";
  if (!isCid(cid)) return null;
  try {
    const bytes = await ctx.ipfs.read(cid, DOCUMENT_BYTES_MAX);
    return bytes === null ? null : videoMention.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (err) {
    // Not JSON, too large, or not available on IPFS: the page shows no video.
    ctx.log.debug({ err, uri }, "could not read the token metadata");
    return null;
  }
}

function show(video: ReturnType<typeof renderVideo>): TokenVideoAnswer["video"] {
  const { uid, streamUrl, thumbnailUrl, duration, width, height } = video;
  if (streamUrl === null || thumbnailUrl === null) return null;
  if (duration === null || width === null || height === null) return null;
  return { uid, streamUrl, thumbnailUrl, duration, width, height };
}
