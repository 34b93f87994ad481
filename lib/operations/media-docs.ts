import { IMAGE_EXAMPLES, METADATA_EXAMPLES } from "./media-examples";
import type { OperationDocs } from "./operation-docs";

/** What the documents say of these operations. */
export const MEDIA_DOCS = {
  uploadImage: {
    summary: "Upload an image",
    description:
      "Checks an image, looks at its content, and stores it on IPFS; use `ipfsHash` as `imageIpfs` of a " +
      "launch. What is stored is made anew from the pixels: upright, without metadata, at most 2048 " +
      "pixels wide and high and 2 MB large (animations 4 MB), smaller or as WebP where needed; GIF and AVIF become WebP, animations (at most 150 frames) stay animated. " +
      "Flagged content is refused with `Content flagged: <reason>` and `nsfwDetection`. When the " +
      "content cannot be checked at the moment, 503, and nothing is stored.",
    examples: IMAGE_EXAMPLES,
  },
  uploadMetadata: {
    summary: "Upload token metadata",
    description:
      "Stores a token's metadata document on IPFS, byte for byte the one that a launch with the same " +
      "values stores by itself; a launch does not need it.",
    examples: METADATA_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
