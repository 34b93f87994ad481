"use client";

import { useQuery } from "@tanstack/react-query";
import { ownPath } from "@/components/media/own-path";
import { VideoPlayer } from "@/components/media/video-player";
import { TokenImage } from "@/components/tokens/token-image";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { tokenVideoQuery } from "@/lib/web/token-queries";

/** The token's video or image, in the same square. */
export function TokenFace({ chain, token }: { chain: ChainSlug; token: TokenBasicDetails }) {
  const { data } = useQuery(tokenVideoQuery(chain, token.tokenAddress));
  const video = data?.video ?? null;
  if (video === null) {
    return <TokenImage address={token.tokenAddress} image={token.image} className="w-full" />;
  }
  return (
    <VideoPlayer
      src={ownPath(video.streamUrl)}
      poster={ownPath(video.thumbnailUrl)}
      label={`Video of ${token.name}`}
      className="aspect-square w-full"
    />
  );
}
