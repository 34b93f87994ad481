import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { createPendingList } from "../../create-pending-list";
import { hasShape } from "../../reads/has-shape";
import { readerOf } from "../../reads/reader";
import type { SentTrade } from "./settle-trade";

export type PendingTrade = SentTrade & { chain: ChainSlug };

const ADDRESS = { hex: 40 } as const;
const HASH = { hex: 64 } as const;
const SHAPE = {
  list: {
    fields: {
      chain: { oneOf: CHAIN_SLUGS.map((is) => ({ is })) },
      token: ADDRESS,
      account: ADDRESS,
      hook: ADDRESS,
      side: { oneOf: [{ is: "buy" }, { is: "sell" }] },
      amountIn: "text",
      id: "text",
      hash: { oneOf: ["null", HASH] },
      place: { oneOf: ["null", { fields: { from: ADDRESS, nonce: "number", content: HASH } }] },
    },
  },
} as const;

const stored = createPendingList(
  "slipway.trades",
  readerOf((value): value is PendingTrade[] => hasShape(SHAPE, value)),
  ({ chain, account, id }) => `${chain} ${account} ${id}`,
);

/** Trades that were sent and are not decided: a reloaded page resumes its own. */
export const pendingTrades = {
  ...stored,
  /** The last one of a token; null if there is none. */
  of: (chain: ChainSlug, token: string): PendingTrade | null =>
    stored.last((one) => one.chain === chain && one.token === token),
};
