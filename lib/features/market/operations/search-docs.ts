import type { OperationDocs } from "@/lib/operations/operation-docs";
import { SEARCH_EXAMPLES } from "./market-examples";

/** Texts and examples of these operations. */
export const SEARCH_DOCS = {
  searchTokens: {
    summary: "Search tokens",
    description:
      "Extension. Tokens whose name, a word of the name, symbol or address begins with `q`. Letter " +
      "case and a leading `$` are ignored. Order: exact symbols, exact names, then market cap. A link " +
      "that contains an address, such as a token page or a block explorer, finds that token. If " +
      "nothing begins with `q`, tokens with similar names are returned: one typo in 3 " +
      "to 7 characters, two in longer texts. They are searched among the 2,000 largest tokens and " +
      "those that begin with the same two letters. If more than 500 tokens match, the largest are " +
      "returned.",
    examples: SEARCH_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
