import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationExamples } from "@/lib/operations/operation-docs";

const { name, symbol, description, imageIpfs, tokenURI } = EXAMPLE;

/** A red dot, so that the example works unchanged. */
const DOT =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";

export const IMAGE_EXAMPLES = {
  body: { base64Image: DOT },
  response: {
    success: true,
    ipfsHash: imageIpfs,
    tokenURI: `ipfs://${imageIpfs}`,
    nsfwDetection: null,
  },
} satisfies OperationExamples;

export const IMAGE_URL_EXAMPLES = {
  body: { imageUrl: "https://example.com/token.png" },
  response: IMAGE_EXAMPLES.response,
} satisfies OperationExamples;

export const METADATA_EXAMPLES = {
  body: { name, symbol, description, imageIpfs, websiteUrl: "https://example.com" },
  response: { success: true, ipfsHash: tokenURI.slice("ipfs://".length), tokenURI },
} satisfies OperationExamples;
