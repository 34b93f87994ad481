import type { Address, PublicClient } from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { createPendingList } from "../../create-pending-list";
import { hasShape } from "../../reads/has-shape";
import { readerOf } from "../../reads/reader";
import { TradeError } from "../trade-error";

/** A token that an account trades in one direction. */
export type TradePlace = { chain: ChainSlug; token: Address; account: Address; side: TradeSide };

/** A trade that a wallet was asked for, and of which it is unknown whether the wallet has sent it. */
type OpenRequest = TradePlace & {
  /** The account's next nonce before the request. */
  nonce: number;
  /** When the wallet was asked, in Unix milliseconds. */
  at: number;
};

/** After a day the trade is in the balances, or its deadline has passed. */
const KEPT_MS = 24 * 60 * 60_000;

const SHAPE = {
  list: {
    fields: {
      chain: { oneOf: CHAIN_SLUGS.map((is) => ({ is })) },
      token: { hex: 40 },
      account: { hex: 40 },
      side: { oneOf: [{ is: "buy" }, { is: "sell" }] },
      nonce: "number",
      at: "number",
    },
  },
} as const;

const idOf = ({ chain, token, account, side }: TradePlace) =>
  `${chain} ${token} ${account} ${side}`;

/** Stored, because a page may be reloaded while its wallet asks the user. */
const kept = createPendingList(
  "slipway.trade-requests",
  readerOf((value): value is OpenRequest[] => hasShape(SHAPE, value)),
  idOf,
);

/**
 * Follows the request of one trade to its wallet.
 * @throws TradeError maybe_sent if an earlier request for the same has no outcome and the account
 * has sent a transaction since. It is thrown once: after it, the user has been told
 */
export async function openRequest(reader: PublicClient, place: TradePlace) {
  const earlier = kept.last((one) => idOf(one) === idOf(place) && Date.now() - one.at < KEPT_MS);
  if (earlier !== null && (await nextNonce(reader, place.account)) > earlier.nonce) {
    kept.forget(earlier);
    throw new TradeError("maybe_sent", null);
  }
  let open: OpenRequest | null = null;
  return {
    /** Call it before the wallet is asked. */
    async ask(): Promise<void> {
      open = { ...place, nonce: await nextNonce(reader, place.account), at: Date.now() };
      kept.keep(open);
    },
    /** The wallet has returned the transaction, which is followed from now on. */
    sent(): void {
      if (open !== null) kept.forget(open);
      open = null;
    },
    /** The wallet has sent nothing. An earlier request may still be open in it. */
    refused(): void {
      if (open !== null && earlier === null) kept.forget(open);
      if (open !== null && earlier !== null) kept.keep(earlier);
      open = null;
    },
  };
}

/** The next nonce of an account after all transactions that the node knows. */
function nextNonce(reader: PublicClient, address: Address): Promise<number> {
  return reader.getTransactionCount({ address, blockTag: "pending" });
}
