import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { readerOf } from "../../reads/reader";
import { hasShape } from "../../reads/shape";
import { createPendingList } from "../../wallet/create-pending-list";
import { isHex } from "../../wallet/is-hex";
import type { SentTrade } from "./settle-trade";

export type PendingTrade = SentTrade & { chain: ChainSlug };

const SHAPE = {
  fields: {
    chain: { oneOf: CHAIN_SLUGS.map((is) => ({ is })) },
    token: "text",
    account: "text",
    hook: "text",
    side: { oneOf: [{ is: "buy" }, { is: "sell" }] },
    amountIn: "text",
    id: "text",
    hash: { oneOf: ["null", "text"] },
    place: { oneOf: ["null", { fields: { from: "text", nonce: "number", content: "text" } }] },
  },
} as const;

const kept = createPendingList(
  "slipway.trades",
  readerOf((value): value is PendingTrade[] => Array.isArray(value) && value.every(isPendingTrade)),
  ({ chain, account, id }) => `${chain} ${account} ${id}`,
);

/** Trades that were sent and are not decided: a reloaded page resumes its own. */
export const pendingTrades = {
  ...kept,
  /** The last one of a token; null if there is none. */
  of: (chain: ChainSlug, token: string): PendingTrade | null =>
    kept.last((one) => one.chain === chain && one.token === token),
};

function isPendingTrade(value: unknown): value is PendingTrade {
  if (!hasShape(SHAPE, value)) return false;
  const held = (name: string): unknown => Reflect.get(Object(value), name);
  const place = held("place");
  return (
    ["token", "account", "hook"].every((name) => isHex(held(name), 40)) &&
    (held("hash") === null || isHex(held("hash"), 64)) &&
    (place === null ||
      (isHex(Reflect.get(Object(place), "from"), 40) &&
        isHex(Reflect.get(Object(place), "content"), 64))) &&
    /^\d+$/.test(String(held("amountIn")))
  );
}
