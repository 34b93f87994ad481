import type { OperationDocs } from "@/lib/operations/operation-docs";
import { IMAGE_EXAMPLES, IMAGE_URL_EXAMPLES, METADATA_EXAMPLES } from "./examples";

/** Texts and examples of these operations. */
export const MEDIA_DOCS = {
  uploadImage: {
    summary: "Upload an image",
    description:
      "Validates and classifies an image, and stores it on IPFS. Use `ipfsHash` as `imageIpfs` of a " +
      "launch. The image is re-encoded: upright, without metadata, edges up to 2048 pixels, up to 2 MB " +
      "(animations 4 MB), reduced or converted to WebP where needed. GIF and AVIF become WebP; " +
      "animations of up to 150 frames stay animated, with at most 64 of their frames (32 if they are " +
      "transparent) and the same duration. Every stored frame is classified. Flagged content returns 400 " +
      "with `Content flagged: <reason>` and `nsfwDetection`. If the content cannot be classified, the response is " +
      "503 and nothing is stored.",
    examples: IMAGE_EXAMPLES,
  },
  uploadImageFromUrl: {
    summary: "Upload an image from a URL",
    description:
      "Extension. Fetches an image and stores it like `upload-image`. Only public addresses on port " +
      "443 are fetched; up to 3 redirects are followed, and each is checked again. A URL that cannot " +
      "be fetched returns 400.",
    examples: IMAGE_URL_EXAMPLES,
  },
  uploadMetadata: {
    summary: "Upload token metadata",
    description:
      "Stores a token's metadata document on IPFS. Optional: a launch with the same values stores the " +
      "same document, byte for byte.",
    examples: METADATA_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
