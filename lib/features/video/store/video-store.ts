import type { videos } from "@/lib/features/media/store/tables";
import type { VideoDetails } from "../rules/video";

export type VideoRow = typeof videos.$inferSelect;

export type NewVideo = Pick<
  VideoRow,
  "uid" | "provider" | "userId" | "durationSecondsMax" | "sizeBytesMax" | "expiresAt"
>;

export type VideoChanges = Partial<
  VideoDetails &
    Pick<
      VideoRow,
      "reason" | "fileDigest" | "thumbnailCid" | "streamUrl" | "thumbnailUrl" | "isRemoved"
    >
>;
