import { nothing, operation } from "@/lib/operations/operation";
import { IMAGE_LIMITS } from "./rules/image";
import { imageAnswer, imageUpload, imageUrlUpload, metadataAnswer, metadataUpload } from "./schema";

const shared = {
  api: "launch",
  method: "POST",
  params: nothing,
  query: nothing,
  cache: null,
} as const;

const errors = [
  "invalid_body",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "internal_error",
  "dependency_unavailable",
  "storage_full",
] as const;

/** Base64 plus the prefix of a data URI and the surrounding JSON. */
const IMAGE_BODY_BYTES_MAX = Math.ceil(IMAGE_LIMITS.bytesMax / 3) * 4 + 64 * 1024;

/** Launch API: store an image. */
export const uploadImage = operation({
  ...shared,
  id: "uploadImage",
  path: "/api/v1/upload-image",
  body: imageUpload,
  bodyBytesMax: IMAGE_BODY_BYTES_MAX,
  response: imageAnswer,
  limit: { policy: "image", when: "service" },
  bytesLimit: "imageBytes",
  // Equal to the decoder's running and queued images: `lib/drivers/images/create-images.ts`.
  atOnce: { total: 34, perCaller: 4 },
  errors: [...errors, "invalid_image", "content_flagged", "content_removed"],
});

/** Launch API extension: fetch an image and store it. */
export const uploadImageFromUrl = operation({
  ...shared,
  id: "uploadImageFromUrl",
  path: "/api/v1/upload-image-url",
  body: imageUrlUpload,
  bodyBytesMax: 16 * 1024,
  response: imageAnswer,
  limit: { policy: "image", when: "service" },
  atOnce: { total: 16, perCaller: 2 },
  errors: [...errors, "invalid_image", "content_flagged", "content_removed"],
});

/** Launch API: store token metadata. */
export const uploadMetadata = operation({
  ...shared,
  id: "uploadMetadata",
  path: "/api/v1/upload-metadata",
  body: metadataUpload,
  bodyBytesMax: 64 * 1024,
  response: metadataAnswer,
  limit: { policy: "metadata", when: "service" },
  // Its image may have to be decoded, so it must leave room in the decoder's queue.
  atOnce: { total: 16, perCaller: 4 },
  errors: [...errors, "missing_fields", "content_removed"],
});
