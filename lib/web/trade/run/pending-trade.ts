import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { readerOf } from "../../reads/reader";
import { hasShape } from "../../reads/shape";
import { createStore } from "../../wallet/create-store";
import { isHex } from "../../wallet/is-hex";

type PendingTrade = {
  chain: ChainSlug;
  token: `0x${string}`;
  account: `0x${string}`;
  side: "buy" | "sell";
  amountIn: string;
  hash: `0x${string}`;
};

const SHAPE = {
  fields: {
    chain: { oneOf: CHAIN_SLUGS.map((is) => ({ is })) },
    token: "text",
    account: "text",
    side: { oneOf: [{ is: "buy" }, { is: "sell" }] },
    amountIn: "text",
    hash: "text",
  },
} as const;

/** The last trade that was sent, until it is mined: a reloaded page resumes it. */
export const pendingTrade = createStore(
  "slipway.trade",
  readerOf((value): value is PendingTrade => {
    if (!hasShape(SHAPE, value)) return false;
    const held = (name: string): unknown => Reflect.get(Object(value), name);
    return (
      isHex(held("token"), 40) &&
      isHex(held("account"), 40) &&
      isHex(held("hash"), 64) &&
      /^\d+$/.test(String(held("amountIn")))
    );
  }),
);
