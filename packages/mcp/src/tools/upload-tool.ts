import { uploadImage, uploadImageFromUrl } from "@/lib/features/media/operations";
import { IMAGE_LIMITS } from "@/lib/features/media/rules/image";
import { outputSchema } from "@/lib/openapi/to-json-schema";
import { LIMITS } from "@/lib/operations/limits";
import { readImage } from "../read-image";
import { ADDS_ONCE, type Tool } from "../tool";

const megabytes = IMAGE_LIMITS.bytesMax / 2 ** 20;

/** Stores the image of a token. */
export const UPLOAD_TOOL: Tool = {
  name: "upload_image",
  title: "Upload an image",
  description:
    "Stores the image of a token and returns `ipfsHash`, which a launch needs as imageIpfs. Pass the " +
    "bytes as imageBase64 or an https URL as imageUrl, never a file path. PNG, JPEG, GIF, WebP or " +
    `AVIF, at most ${megabytes} MB. Unsafe images are rejected. At most ${LIMITS.image.quota} images ` +
    "per minute, unless the operator has changed it.",
  inputSchema: {
    type: "object",
    properties: {
      imageBase64: {
        type: "string",
        minLength: 1,
        maxLength: Math.ceil(IMAGE_LIMITS.bytesMax / 3) * 4 + 100,
        description:
          "The bytes of the image in base64, with or without `data:image/png;base64,`. Not a path.",
      },
      imageUrl: {
        type: "string",
        minLength: 1,
        maxLength: 2048,
        description:
          "A public https URL of the image. Private addresses and ports other than 443 are rejected.",
      },
    },
    additionalProperties: false,
  },
  dataSchema: outputSchema(uploadImage.response),
  hints: ADDS_ONCE,
  next: "Pass data.ipfsHash as imageIpfs to preview_launch.",
  isUntrusted: false,
  run(ctx, args) {
    const image = readImage(args);
    const options = { baseUrl: ctx.baseUrl, fetch: ctx.fetch };
    return "imageUrl" in image
      ? ctx.call(uploadImageFromUrl, { body: image }, options)
      : ctx.call(uploadImage, { body: image }, options);
  },
};
