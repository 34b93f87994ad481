import { IMAGE_LIMITS } from "../domain/image";
import { imageAnswer, imageUpload, metadataAnswer, metadataUpload } from "../schemas/media";
import { IMAGE_EXAMPLES, METADATA_EXAMPLES } from "./media-examples";
import { nothing, operation } from "./operation";

const shared = {
  interface: "launch",
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

/** Four characters for three bytes, and room for the data URI's head and the JSON around it. */
const IMAGE_BODY_BYTES_MAX = Math.ceil(IMAGE_LIMITS.bytesMax / 3) * 4 + 64 * 1024;

/** B: store an image. */
export const uploadImage = operation({
  ...shared,
  id: "uploadImage",
  path: "/api/v1/upload-image",
  summary: "Upload an image",
  description:
    "Checks an image, looks at its content, and stores it on IPFS; use `ipfsHash` as `imageIpfs` of a " +
    "launch. What is stored is made anew from the pixels: upright, without metadata, at most 2048 " +
    "pixels wide and high; GIF and AVIF become WebP, animations (at most 150 frames) stay animated. " +
    "Flagged content is refused with `Content flagged: <reason>` and `nsfwDetection`. When the " +
    "content cannot be checked at the moment, 503, and nothing is stored.",
  body: imageUpload,
  bodyBytesMax: IMAGE_BODY_BYTES_MAX,
  response: imageAnswer,
  limit: { policy: "image", when: "admission" },
  errors: [...errors, "invalid_image", "content_flagged"],
  examples: IMAGE_EXAMPLES,
});

/** B: store token metadata. */
export const uploadMetadata = operation({
  ...shared,
  id: "uploadMetadata",
  path: "/api/v1/upload-metadata",
  summary: "Upload token metadata",
  description:
    "Stores a token's metadata document on IPFS, byte for byte the one that a launch with the same " +
    "values stores by itself; a launch does not need it.",
  body: metadataUpload,
  bodyBytesMax: 64 * 1024,
  response: metadataAnswer,
  limit: { policy: "metadata", when: "admission" },
  errors: [...errors, "missing_fields"],
  examples: METADATA_EXAMPLES,
});
