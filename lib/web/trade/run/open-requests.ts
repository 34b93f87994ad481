import type { Address, PublicClient } from "viem";
import type { TradeSide } from "@/lib/features/trade/rules/encode-trade";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { createPendingList } from "../../create-pending-list";
import { randomUuid } from "../../random-uuid";
import { hasShape } from "../../reads/has-shape";
import { readerOf } from "../../reads/reader";
import { TradeError } from "../trade-error";

/** A token that an account trades in one direction. */
export type TradeKey = { chain: ChainSlug; token: Address; account: Address; side: TradeSide };

/** A trade that a wallet was asked for, and of which it is unknown whether the wallet has sent it. */
type OpenRequest = TradeKey & {
  id: string;
  /** A batch does not advance the nonce of a contract account. */
  isBatch: boolean;
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
      id: "text",
      isBatch: "flag",
      chain: { oneOf: CHAIN_SLUGS.map((is) => ({ is })) },
      token: { hex: 40 },
      account: { hex: 40 },
      side: { oneOf: [{ is: "buy" }, { is: "sell" }] },
      nonce: "number",
      at: "number",
    },
  },
} as const;

const textOf = ({ chain, token, account, side }: TradeKey) =>
  `${chain} ${token} ${account} ${side}`;

/** Stored, because a page may be reloaded while its wallet asks the user. */
const requests = createPendingList(
  "slipway.trade-requests",
  readerOf((value): value is OpenRequest[] => hasShape(SHAPE, value)),
  ({ id }) => id,
);

/**
 * Follows the request of one trade to its wallet.
 * @param signal ends the wait for the wallet, see `StoppedError`
 * @throws TradeError maybe_sent if an earlier request for the same has no outcome, and was a batch or
 * the account has sent a transaction since. It is thrown once: after it, the user has been told
 */
export async function openRequest(reader: PublicClient, key: TradeKey, signal: AbortSignal) {
  const isEarlier = (one: OpenRequest) => textOf(one) === textOf(key);
  const isOpen = (one: OpenRequest) => isEarlier(one) && Date.now() - one.at < KEPT_MS;
  if (requests.last(isOpen) !== null) {
    const nonce = await nextNonce(reader, key.account);
    if (requests.last((one) => isOpen(one) && (one.isBatch || nonce > one.nonce)) !== null) {
      forgetAll(isEarlier);
      throw new TradeError("maybe_sent", null);
    }
  }
  const id = randomUuid();
  return {
    /** Notes the request. Call it before each request to the wallet, also after a refused batch. */
    async ask(isBatch: boolean): Promise<void> {
      const nonce = await nextNonce(reader, key.account);
      // A request that is never made must not be noted.
      signal.throwIfAborted();
      requests.store({ ...key, id, isBatch, nonce, at: Date.now() });
    },
    /** The wallet has returned the transaction, which is followed from now on. */
    sent(): void {
      // It has advanced the nonce, so the notes of earlier requests would report it.
      forgetAll(isEarlier);
    },
    /** The wallet has sent nothing. An earlier request may still be open in it. */
    refused(): void {
      forgetAll((one) => one.id === id);
    },
  };
}

function forgetAll(fits: (one: OpenRequest) => boolean): void {
  for (let one = requests.last(fits); one !== null; one = requests.last(fits)) requests.forget(one);
}

/** The next nonce of an account after all transactions that the node knows. */
function nextNonce(reader: PublicClient, address: Address): Promise<number> {
  return reader.getTransactionCount({ address, blockTag: "pending" });
}
