import { z } from "zod";
import { cidOfUri } from "@/lib/shared/cid";
import { cleanText } from "@/lib/shared/text/clean-text";
import { findTextProblem } from "@/lib/shared/text/text";

/** Larger metadata documents are not read: anyone can write one. */
export const DOCUMENT_BYTES_MAX = 65_536;
const LINK_LENGTH_MAX = 2_048;
const DESCRIPTION_LENGTH_MAX = 2_000;

/** An http(s) link; any other value counts as absent. */
const link = z
  .unknown()
  .transform((value) => {
    if (typeof value !== "string" || value.length > LINK_LENGTH_MAX) return null;
    const text = value.trim().normalize("NFC");
    if (findTextProblem(text, { newlines: false }) !== null) return null;
    return z.url({ protocol: /^https?$/ }).safeParse(text).success ? text : null;
  })
  .nullable();

const image = z.unknown().transform((value) => {
  return typeof value === "string" ? cidOfUri(value) : null;
});

const links = z
  .object({
    websiteUrl: link.optional(),
    twitterUrl: link.optional(),
    telegramUrl: link.optional(),
    discordUrl: link.optional(),
    farcasterUrl: link.optional(),
  })
  .catch({});

/**
 * A token's metadata document from IPFS, reduced to what is shown. Anyone may have written it, so
 * invalid fields are dropped instead of rejected. Shape: docs/interface.md, "Token metadata".
 */
export const tokenDocument = z
  .object({
    description: z
      .unknown()
      .transform((value) =>
        typeof value === "string"
          ? cleanText(value, { lengthMax: DESCRIPTION_LENGTH_MAX, newlines: true })
          : "",
      )
      .optional(),
    image: image.optional(),
    properties: links.optional(),
  })
  .transform(({ description, image, properties }) => ({
    description: description ?? "",
    image: image ?? null,
    website: properties?.websiteUrl ?? null,
    twitter: properties?.twitterUrl ?? null,
    telegram: properties?.telegramUrl ?? null,
    discord: properties?.discordUrl ?? null,
    farcaster: properties?.farcasterUrl ?? null,
  }));
