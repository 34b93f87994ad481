import { SEARCH_EXAMPLES } from "./data-market-examples";
import type { OperationDocs } from "./operation-docs";

/** What the documents say of these operations. */
export const SEARCH_DOCS = {
  searchTokens: {
    summary: "Search tokens",
    description:
      "Extension. Tokens whose name has a word that begins with `q`, or whose name, symbol or " +
      "address does; letter case does not matter. Exact symbols first, then exact names, then by " +
      "market cap. Of more than 2,000 matches only the largest tokens are certain to be found.",
    examples: SEARCH_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
