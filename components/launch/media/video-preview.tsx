"use client";

import { useQuery } from "@tanstack/react-query";
import { ownPath } from "@/components/media/own-path";
import { VideoPlayer } from "@/components/media/video-player";
import { Skeleton } from "@/components/ui/skeleton";
import { videoQuery } from "@/lib/web/launch-queries";

/** An uploaded video as it will play. */
export function VideoPreview({ uid, className }: { uid: string; className: string }) {
  const { data } = useQuery(videoQuery(uid));
  const video = data?.video;
  if (video === undefined || video.streamUrl === null) return <Skeleton className={className} />;
  return (
    <VideoPlayer
      src={ownPath(video.streamUrl)}
      poster={video.thumbnailUrl === null ? null : ownPath(video.thumbnailUrl)}
      label="Your video"
      className={className}
    />
  );
}
