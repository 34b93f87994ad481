import type { OperationDocs } from "@/lib/operations/operation-docs";
import {
  HOLDER_EXAMPLES,
  LIST_EXAMPLES,
  NEW_LIST_EXAMPLES,
  TOKEN_EXAMPLES,
} from "./tokens-examples";

/** Texts and examples of these operations. */
export const DATA_DOCS = {
  listTokens: {
    summary: "List tokens by market cap",
    description:
      "Tokens of a chain, highest market cap first. Filter with `manager` and `ownerAddress`, or with " +
      "ranges of figures; order with `sort` and `orderDirection`. Values may be in any letter case. An " +
      "`offset` past the end returns an empty list. For many pages, follow `next` with `cursor`: with " +
      "filters, and in orders of the last minute, an `offset` reads all that it skips. Up to 50 tokens " +
      "can be requested by `addresses`.",
    examples: LIST_EXAMPLES,
  },
  listNewTokens: {
    summary: "List the newest tokens",
    description: "Tokens of a chain by creation time, newest first.",
    examples: NEW_LIST_EXAMPLES,
  },
  getToken: {
    summary: "Get a token's basic details",
    description: "Name, symbol, market cap, image, description and links of a token.",
    examples: TOKEN_EXAMPLES,
  },
  listHolders: {
    summary: "List a token's holders",
    description:
      "Every address with a balance above zero, including the pool, largest balance first. Ties are " +
      "ordered by address. `balance` is in smallest units (18 decimals).",
    examples: HOLDER_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
