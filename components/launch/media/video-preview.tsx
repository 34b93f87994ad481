"use client";

import { useQuery } from "@tanstack/react-query";
import type { LaunchMedia } from "@/components/launch/form/launch-form";
import { ownPath } from "@/components/media/own-path";
import { VideoPlayer } from "@/components/media/video-player";
import { Skeleton } from "@/components/ui/skeleton";
import { videoQuery } from "@/lib/web/launch-queries";
import { MediaPicture } from "./media-picture";

type VideoPreviewProps = { media: Extract<LaunchMedia, { kind: "video" }>; className: string };

/** An uploaded video as it will play; its thumbnail if it cannot be played now. */
export function VideoPreview({ media, className }: VideoPreviewProps) {
  const { data, isError } = useQuery(videoQuery(media.uid));
  const video = data?.video;
  if (video === undefined && !isError) return <Skeleton className={className} />;
  if (video === undefined || video.streamUrl === null) {
    return <MediaPicture media={media} className={className} />;
  }
  return (
    <VideoPlayer
      src={ownPath(video.streamUrl)}
      poster={video.thumbnailUrl === null ? null : ownPath(video.thumbnailUrl)}
      label="Your video"
      className={className}
    />
  );
}
