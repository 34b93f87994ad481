import { SEARCH_EXAMPLES } from "./data-market-examples";
import type { OperationDocs } from "./operation-docs";

/** What the documents say of these operations. */
export const SEARCH_DOCS = {
  searchTokens: {
    summary: "Search tokens",
    description:
      "Extension. Tokens whose name has a word that begins with `q`, or whose name, symbol or " +
      "address does; letter case and a leading `$` do not matter. Exact symbols first, then exact " +
      "names, then by market cap. A link that holds an address, such as one to a token's page or " +
      "to a block explorer, finds that token. Where nothing begins with `q`, tokens are returned " +
      "that differ by a typing mistake: one in texts of 3 to 7 characters, two in longer ones. " +
      "Those are looked for among the 2,000 largest tokens and those that begin with the same two " +
      "letters. Of more than 500 matches, the largest tokens are certain to be found.",
    examples: SEARCH_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
