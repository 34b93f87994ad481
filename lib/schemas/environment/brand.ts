import { z } from "zod";

/** Name and appearance of the launchpad. */
export const brandVariables = {
  BRAND_FOLDER: z
    .string()
    .min(1)
    .optional()
    .meta({
      example: "/etc/slipway/brand",
      topic: "brand",
      description:
        "Folder with `brand.json` and any of `logo.svg`, `icon.svg`, `icon-192.png`, `icon-512.png`, " +
        "`icon-maskable.png`, `apple-icon.png` and `favicon.ico`. Read at start. See docs/production.md.",
    }),
};
