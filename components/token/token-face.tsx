"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ownPath } from "@/components/media/own-path";
import { TokenImage } from "@/components/tokens/token-image";
import { Button } from "@/components/ui/button";
import { PartBoundary, PartFailed } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { tokenVideoQuery } from "@/lib/web/token/token-queries";

const VideoPlayer = dynamic(
  () => import("@/components/media/video-player").then((module) => module.VideoPlayer),
  { ssr: false, loading: () => <Skeleton className="aspect-square w-full" /> },
);

/** The token's video or image, in the same square. */
export function TokenFace({ chain, token }: { chain: ChainSlug; token: TokenBasicDetails }) {
  const { data } = useQuery(tokenVideoQuery(chain, token.tokenAddress));
  const video = data?.video ?? null;
  if (token.moderation?.state === "blurred") return <BlurredFace token={token} />;
  if (video === null || token.moderation !== undefined) {
    return (
      <TokenImage px={null} address={token.tokenAddress} image={token.image} className="w-full" />
    );
  }
  return (
    <PartBoundary fallback={<PartFailed />}>
      <VideoPlayer
        src={ownPath(video.streamUrl)}
        poster={ownPath(video.thumbnailUrl)}
        label={`Video of ${token.name}`}
        className="aspect-square w-full"
      />
    </PartBoundary>
  );
}

/** An image that a moderator has blurred; visitors decide whether they see it. */
function BlurredFace({ token }: { token: TokenBasicDetails }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <TokenImage
        px={null}
        isBlurred={!isShown}
        address={token.tokenAddress}
        image={token.image}
        className="w-full"
      />
      {token.image !== null && (
        <Button
          size="small"
          onClick={() => setShown(!isShown)}
          className="absolute inset-x-0 bottom-3 mx-auto w-fit"
        >
          {isShown ? "Blur image" : "Show image"}
        </Button>
      )}
    </div>
  );
}
