import { z } from "zod";
import { documentAs } from "@/lib/schemas/wire-form";

/** oEmbed 1.0. Source: https://oembed.com */

const PIXELS_MAX = 99_999;
const pixels = documentAs(
  z
    .string()
    .regex(/^\d{1,5}$/, "must be a whole number of pixels")
    .transform(Number)
    .pipe(z.number().int().min(1, "must be at least 1")),
  { type: "integer", minimum: 1, maximum: PIXELS_MAX },
);

export const oEmbedQuery = z.object({
  url: z
    .string()
    .min(1, "must not be empty")
    .max(2_048, "is too long")
    .meta({ description: "URL of a token's page on this launchpad." }),
  format: z
    .string()
    .max(20, "is too long")
    .default("json")
    .meta({ description: "Only `json`. Other formats return 501." }),
  maxwidth: pixels.optional().meta({ description: "Largest width of the card in pixels." }),
  maxheight: pixels.optional().meta({ description: "Largest height of the card in pixels." }),
});

export const oEmbed = z.strictObject({
  type: z.literal("rich"),
  version: z.literal("1.0"),
  title: z.string().meta({ description: "Plain text; escape it before you insert it into HTML." }),
  provider_name: z.string(),
  provider_url: z.url(),
  cache_age: z.number().int().positive().meta({ description: "In seconds." }),
  html: z.string().meta({ description: "An `iframe` with the token's card." }),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  thumbnail_url: z
    .url()
    .optional()
    .meta({ description: "The share image; only if `maxwidth` and `maxheight` allow its size." }),
  thumbnail_width: z.number().int().positive().optional(),
  thumbnail_height: z.number().int().positive().optional(),
});

export type OEmbed = z.output<typeof oEmbed>;
