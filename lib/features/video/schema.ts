import { z } from "zod";
import { plainText } from "@/lib/schemas/text";
import { documentAs } from "@/lib/schemas/wire-form";
import { VIDEO_LIMITS, VIDEO_STATES } from "./rules/video";

const { durationSecondsMax, sizeBytesMax } = VIDEO_LIMITS;
const DURATION_TEXT = `Invalid duration. Maximum ${durationSecondsMax} seconds allowed.`;
const SIZE_TEXT = `Invalid size. Maximum ${sizeBytesMax} bytes allowed.`;
const DEFAULT_USER_ID = "anonymous";

const userId = plainText({ min: 1, max: 128 });

export const uploadRequest = z.object({
  maxDurationSeconds: documentAs(
    z.number().refine((seconds) => seconds > 0 && seconds <= durationSecondsMax, {
      error: DURATION_TEXT,
      params: { code: "invalid_body" },
    }),
    { type: "number", exclusiveMinimum: 0, maximum: durationSecondsMax },
  )
    .nullish()
    .transform((seconds) => seconds ?? durationSecondsMax)
    .meta({
      description: `Maximum duration in seconds, up to ${durationSecondsMax}.`,
    }),
  maxSizeBytes: documentAs(
    z.number().refine((bytes) => Number.isInteger(bytes) && bytes > 0 && bytes <= sizeBytesMax, {
      error: SIZE_TEXT,
      params: { code: "invalid_body" },
    }),
    { type: "integer", minimum: 1, maximum: sizeBytesMax },
  )
    .nullish()
    .transform((bytes) => bytes ?? sizeBytesMax)
    .meta({ description: `Maximum file size in bytes, up to ${sizeBytesMax}.` }),
  userId: userId
    .nullish()
    .transform((id) => id ?? DEFAULT_USER_ID)
    .meta({ description: `Your own label for listing videos; default ${DEFAULT_USER_ID}.` }),
});
export type UploadRequest = z.output<typeof uploadRequest>;

const uid = z.string().regex(/^[0-9a-f]{32}$/);

export const uploadTicket = z.strictObject({
  success: z.literal(true),
  uploadURL: z.url(),
  videoUID: uid,
  message: z.string(),
});
export type UploadTicket = z.output<typeof uploadTicket>;

export const uploadParams = z.object({
  ticket: z.string().min(1).max(200).meta({ description: "The last part of `uploadURL`." }),
});
/** The multipart form of an upload. Routes read it as a stream; this schema is for OpenAPI. */
export const uploadForm = z.object({
  file: z.file().meta({ description: "The video: MP4, MOV, MKV or WebM." }),
});
export const uploadAnswer = z.strictObject({ success: z.literal(true), uid });

const state = z.enum(VIDEO_STATES);
export const video = z.strictObject({
  uid,
  state,
  thumbnailUrl: z.url().nullable(),
  thumbnailIpfsHash: z.string().nullable(),
  streamUrl: z.url().nullable(),
  duration: z.number().nonnegative().nullable(),
  width: z.number().int().positive().nullable(),
  height: z.number().int().positive().nullable(),
  size: z.number().int().nonnegative().nullable(),
  created: z.iso.datetime(),
  /** Why the video was rejected or failed. */
  error: z.string().optional(),
});
export type Video = z.output<typeof video>;

export const videoParameters = z.object({
  uid: z.string().min(1).meta({ description: "`videoUID` of the upload-video response." }),
});
export const videoAnswer = z.strictObject({ success: z.literal(true), video });
export type VideoAnswer = z.output<typeof videoAnswer>;

export const videoListRequest = z.object({
  userId: userId.meta({ description: "`userId` of the uploads." }),
});
export const videoList = z.strictObject({
  success: z.literal(true),
  videos: z.array(
    z.strictObject({
      uid,
      state,
      thumbnailIpfsHash: z.string().nullable(),
      created: z.iso.datetime(),
    }),
  ),
  count: z.number().int().nonnegative(),
});
export type VideoList = z.output<typeof videoList>;
