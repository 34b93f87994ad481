import type { OperationDocs } from "@/lib/operations/operation-docs";
import {
  HISTORY_EXAMPLES,
  LAUNCHES_EXAMPLES,
  MARKS_EXAMPLES,
  POSITION_EXAMPLES,
  POSITIONS_EXAMPLES,
  SAFETY_EXAMPLES,
  TRADERS_EXAMPLES,
} from "./positions-examples";

const METHOD =
  "Cost is the average cost of the tokens held, fees included. Tokens that arrive without a trade in the " +
  "token's pool cost nothing; sent tokens take their average cost with them and realize nothing; " +
  "burned tokens realize their cost as a loss. A trade belongs to the address that holds the " +
  "tokens, even if another address sent the transaction. If the tokens of a trade reach no balance, as in a " +
  "round trip in one transaction, the profit or loss belongs to its sender. All figures are exact to the wei.";

/** Texts and examples of these operations. */
export const POSITION_DOCS = {
  getPosition: {
    summary: "Get an address's position in a token",
    description:
      "Extension. Holdings, average entry, and realized and unrealized profit of an address in a token. " +
      `${METHOD} An address that never held the token has a position of zeros.`,
    examples: POSITION_EXAMPLES,
  },
  getTokenMarks: {
    summary: "Get chart marks of the creator and the bid wall",
    description:
      "Extension. Marks for a chart: purchases and sales of the token's creator, moves " +
      "of the bid wall, and its price. A trade belongs to the address that holds the " +
      "tokens; a creator may use wallets that nothing links.",
    examples: MARKS_EXAMPLES,
  },
  getTokenSafety: {
    summary: "Get a token's safety facts",
    description:
      "Extension. Facts about the risks of a token that anyone can check: fixed supply, locked liquidity, " +
      "the creator's purchases, sales and holdings, the ten largest holders, the buyers in the block of the " +
      "first purchase and what they still hold of it, wallets that bought in one block or sent tokens to " +
      "each other, and tokens in other pools. `proof` is a command that reads the fact from the chain. " +
      "The facts are not advice: a creator may use wallets that nothing links.",
    examples: SAFETY_EXAMPLES,
  },
  listTraders: {
    summary: "List a token's top traders",
    description:
      "Extension. Addresses that bought or sold the token in its pool, the one with the largest realized " +
      `profit first; of equal ones the one that paid more. ${METHOD} \`realizedETH\` plus ` +
      "`unrealizedETH` is the whole profit.",
    examples: TRADERS_EXAMPLES,
  },
  listPositions: {
    summary: "List an address's positions",
    description:
      "Extension. Positions of an address in all tokens with their totals, the one with the newest " +
      `change first. ${METHOD} An address without any returns an empty list.`,
    examples: POSITIONS_EXAMPLES,
  },
  listHistory: {
    summary: "List an address's trades and transfers",
    description:
      "Extension. Every transaction that changed a position of an address, newest first: purchases, " +
      "sales, received and sent tokens, and burns. `nextCursor` continues after the page, even " +
      "when there are new ones.",
    examples: HISTORY_EXAMPLES,
  },
  listLaunches: {
    summary: "List an address's launches",
    description:
      "Extension. Tokens that an address created, newest first, with what became of them: market cap " +
      "at launch, now and at its highest, holders, fees, and what the creator bought, sold and holds.",
    examples: LAUNCHES_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
