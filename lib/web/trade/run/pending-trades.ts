import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { readerOf } from "../../reads/reader";
import { hasShape } from "../../reads/shape";
import { createStore } from "../../wallet/create-store";
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

/** More are only there when earlier ones were never looked at again. */
const MAX = 20;

const kept = createStore(
  "slipway.trades",
  readerOf((value): value is PendingTrade[] => Array.isArray(value) && value.every(isPendingTrade)),
);

/**
 * Trades that were sent and are not decided, each by chain, account and what the wallet returned for
 * it: a reloaded page resumes its own, and a tab never drops that of another one.
 */
export const pendingTrades = {
  /** The last one of a token; null if there is none. */
  of(chain: ChainSlug, token: string): PendingTrade | null {
    const all = kept.read() ?? [];
    return all.findLast((one) => one.chain === chain && one.token === token) ?? null;
  },
  /** Adds one, or what has become known of it. */
  keep(trade: PendingTrade): void {
    kept.change((all) => [...others(all, trade), trade].slice(-MAX));
  },
  forget(trade: PendingTrade): void {
    kept.change((all) => {
      const left = others(all, trade);
      return left.length === 0 ? null : left;
    });
  },
};

function others(all: readonly PendingTrade[] | null, trade: PendingTrade): PendingTrade[] {
  const isOther = ({ chain, account, id }: PendingTrade) =>
    chain !== trade.chain || account !== trade.account || id !== trade.id;
  return (all ?? []).filter(isOther);
}

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
