import { z } from "zod";
import { list } from "./values";

/** Legal texts of the operator, and regions that are refused. All are optional. */
export const legalVariables = {
  LEGAL_FOLDER: z
    .string()
    .min(1)
    .optional()
    .meta({
      example: "/etc/slipway/legal",
      topic: "legal",
      description:
        "Folder with any of `terms.md`, `privacy.md`, `imprint.md` and `dmca.md`. Each one becomes a page " +
        "below `/legal` with a link in the footer. Read at start.",
    }),
  REGION_HEADER: z
    .string()
    .regex(/^[a-z0-9-]+$/i, "must be the name of a header")
    .toLowerCase()
    .optional()
    .meta({
      example: "cf-ipcountry",
      topic: "legal",
      description:
        "Header in which your CDN sends the caller's country (ISO 3166-1, two letters). The CDN must " +
        "replace what a caller sends, and callers must not be able to bypass the CDN.",
    }),
  REFUSED_REGIONS: list
    .pipe(
      z
        .array(
          z
            .string()
            .toUpperCase()
            .regex(/^[A-Z]{2}$/, "must be two letters each"),
        )
        .min(1),
    )
    .optional()
    .meta({
      example: "KP,SY",
      topic: "legal",
      description:
        "Countries whose callers get 451 for everything but the legal pages. Other responses are then " +
        "`private`, so that the CDN stores none of them for these callers.",
    }),
};
