import type { OperationDocs } from "@/lib/operations/operation-docs";
import { OEMBED_EXAMPLES } from "./examples";

/** Texts and examples of these operations. */
export const SHARE_DOCS = {
  getOEmbed: {
    summary: "Get the HTML that embeds a token",
    description:
      "Extension. oEmbed 1.0 for token pages, which name this endpoint in " +
      '`<link rel="alternate" type="application/json+oembed">`. Returns a `rich` response: an `iframe` ' +
      "with a card of at most 480 × 220 pixels. URLs of other sites and of other pages return 404. The " +
      "path has no version, because oEmbed has its own.",
    examples: OEMBED_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
