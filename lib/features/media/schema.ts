import { z } from "zod";
import type { TokenDescription } from "@/lib/features/launch/rules/token-metadata";
import { cid } from "@/lib/schemas/text";
import { isGiven, MISSING_FIELDS_TEXT, tokenFields } from "@/lib/schemas/token-fields";
import { documentAs, wireFormOf } from "@/lib/schemas/wire-form";
import { IMAGE_LIMITS } from "./rules/image";

/** The largest image in base64, with the prefix of a data URI. */
const BASE64_LENGTH_MAX = Math.ceil(IMAGE_LIMITS.bytesMax / 3) * 4 + 100;

export const imageUpload = z.object({
  base64Image: z
    .string({ error: "must be base64, with or without data:image/png;base64, before it" })
    .min(1, "must not be empty")
    .meta({
      maxLength: BASE64_LENGTH_MAX,
      description:
        "PNG, JPEG, GIF, WebP or AVIF as base64, with or without a data URI prefix " +
        "(`data:image/png;base64,`). The format is detected from the bytes. Up to 10 MB and 40 " +
        "megapixels over all frames.",
    }),
});

const IMAGE_URL_LENGTH_MAX = 2_048;
export const imageUrlUpload = z.object({
  imageUrl: z
    .string()
    .trim()
    .max(IMAGE_URL_LENGTH_MAX, "must be at most 2,048 characters long")
    .regex(/^[Hh][Tt][Tt][Pp][Ss]:\/\/\S+$/, "must be an https URL")
    .meta({
      description:
        "Extension: an https URL of a PNG, JPEG, GIF, WebP or AVIF file of up to 10 MB. The server " +
        "fetches it from public addresses on port 443 only, within 15 seconds.",
    }),
});

const pinned = {
  success: z.literal(true),
  ipfsHash: z.string().meta({ description: "CID of the stored content." }),
  tokenURI: z.string().meta({ description: "`ipfs://` and the CID." }),
};
export const imageAnswer = z.strictObject({
  ...pinned,
  nsfwDetection: z.null().meta({ description: "Always null: flagged content returns 400." }),
});
export type ImageAnswer = z.output<typeof imageAnswer>;

/** Parsed metadata; `description` is required but may be empty. */
export const metadataUpload = z
  .object({
    ...tokenFields,
    description: documentAs(
      tokenFields.description.meta({
        description: "Up to 2000 characters, newlines allowed; may be empty.",
      }),
      { type: "string", maxLength: 2000 },
    ),
    imageIpfs: documentAs(tokenFields.imageIpfs.meta({}), wireFormOf(cid) ?? {}),
  })
  .refine(
    (body) =>
      [body?.name, body?.symbol, body?.imageIpfs].every(isGiven) &&
      typeof body?.description === "string",
    {
      error: MISSING_FIELDS_TEXT,
      params: { code: "missing_fields" },
      // Has an error text of its own, so check it even when other fields are invalid.
      when: ({ value }) => typeof value === "object" && value !== null,
    },
  )
  .meta({ required: ["name", "symbol", "description", "imageIpfs"] })
  .transform(
    ({ name, symbol, description, imageIpfs, ...links }): TokenDescription => ({
      name: name ?? "",
      symbol: symbol ?? "",
      description: description ?? "",
      imageIpfs: imageIpfs ?? "",
      ...links,
    }),
  );

export const metadataAnswer = z.strictObject(pinned);
export type MetadataAnswer = z.output<typeof metadataAnswer>;
