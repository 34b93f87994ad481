import {
  type Hash,
  type PublicClient,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import { TradeError } from "../trade-error";
import { createMinedSearch, nonceSlotOf } from "./nonce-slot";
import { outcomeOf } from "./outcome-of";
import type { SentTransaction } from "./sent-transaction";

const WAIT_MS = 180_000;
const PAUSE_MAX_MS = 500;

export type WaitOptions = {
  /** How often to look whether another transaction was mined with its nonce. */
  pollingMs: number;
  /**
   * Receives what has become known, so that it can be stored: the nonce slot of the transaction once a node
   * has returned it, and the new hash when the wallet sent the same again with another fee.
   */
  onChange?: (sent: SentTransaction) => void;
  /** How long to wait, in milliseconds. */
  waitMs?: number;
};

/**
 * Waits for the receipt of a sent transaction. Nothing else ends the wait early but a mined
 * transaction with its nonce: one with the same content is followed under its hash. A node that fails
 * or does not know the transaction never decides.
 * @throws TradeError and nothing else: `cancelled`, or `not_mined` with the node's last error as its
 * cause when the time is over
 */
export async function waitUntilMined(
  reader: PublicClient,
  sent: SentTransaction,
  { pollingMs, onChange, waitMs = WAIT_MS }: WaitOptions,
): Promise<{ hash: Hash; receipt: TransactionReceipt }> {
  const until = performance.now() + waitMs;
  let { hash, place } = sent;
  const findMined = createMinedSearch(reader);
  let nextCheck = 0;
  let failure: unknown;
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, pollingMs, PAUSE_MAX_MS)) {
    const receipt = await attempt(() => reader.getTransactionReceipt({ hash }));
    let mined = null;
    if (receipt === null && performance.now() >= nextCheck) {
      nextCheck = performance.now() + pollingMs;
      if (place === null) {
        const seen = await attempt(() => reader.getTransaction({ hash }));
        if (seen !== null) {
          place = nonceSlotOf(seen);
          onChange?.({ hash, place });
        }
      } else {
        const taken = place;
        mined = await attempt(() => findMined(taken));
      }
    }
    const outcome = outcomeOf({ hash, place }, { receipt, mined });
    if (outcome.is === "mined") return { hash, receipt: outcome.receipt };
    if (outcome.is === "cancelled") throw new TradeError("cancelled", hash);
    if (outcome.is === "repriced") {
      hash = outcome.hash;
      onChange?.({ hash, place });
    }
    if (performance.now() > until) throw new TradeError("not_mined", hash, failure);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  /** A failed node decides nothing; its last error becomes the cause of the timeout. */
  async function attempt<Result>(read: () => Promise<Result>): Promise<Result | null> {
    try {
      return await read();
    } catch (error) {
      const isMissing =
        error instanceof TransactionReceiptNotFoundError ||
        error instanceof TransactionNotFoundError;
      if (!isMissing) failure = error;
      return null;
    }
  }
}
