import { HOLDER_EXAMPLES, LIST_EXAMPLES, NEW_LIST_EXAMPLES, TOKEN_EXAMPLES } from "./data-examples";
import type { OperationDocs } from "./operation-docs";

/** What the documents say of these operations. */
export const DATA_DOCS = {
  listTokens: {
    summary: "List tokens by market cap",
    description:
      "Tokens of a chain, highest market cap first. `manager` and `ownerAddress` narrow the list; " +
      "`sort` and `orderDirection` order it. Values may be in any letter case. " +
      "An `offset` past the end answers an empty list; a deep one costs the service time in " +
      "proportion, so walk from the start or narrow the list.",
    examples: LIST_EXAMPLES,
  },
  listNewTokens: {
    summary: "List the newest tokens",
    description: "The same as the list of all tokens, sorted by creation time, newest first.",
    examples: NEW_LIST_EXAMPLES,
  },
  getToken: {
    summary: "Get a token's basic details",
    description: "Name, symbol, market cap, image, description and links of one token.",
    examples: TOKEN_EXAMPLES,
  },
  listHolders: {
    summary: "List a token's holders",
    description:
      "Every address with a balance above zero, the pool included, largest balance first; ties by " +
      "address. `balance` is in smallest units (18 decimals).",
    examples: HOLDER_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
