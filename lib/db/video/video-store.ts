import type { VideoDetails } from "@/lib/domain/video";
import type { videos } from "../schema/media";

export type VideoRow = typeof videos.$inferSelect;

export type NewVideo = Pick<
  VideoRow,
  "uid" | "provider" | "userId" | "durationSecondsMax" | "sizeBytesMax" | "expiresAt"
>;

export type VideoChanges = Partial<
  VideoDetails &
    Pick<VideoRow, "reason" | "thumbnailCid" | "streamUrl" | "thumbnailUrl" | "isRemoved">
>;
