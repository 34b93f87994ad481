import { type Hash, withTimeout } from "viem";
import { TradeError } from "../trade-error";
import type { Batcher } from "./trade-signer";

const WAIT_MS = 300_000;
/** A wallet may not respond to one request, and respond to the next. */
const RESPONSE_MS = 15_000;

/**
 * Waits until the wallet returns the transaction of a batch. A wallet that does not answer, or does not
 * know the batch (another account is connected), decides nothing.
 * @throws TradeError and nothing else: `not_sent` when the wallet gave the batch up, `reverted` when it
 * failed and the wallet does not return its transaction, `not_mined` when the time is over
 */
export async function waitForBatch(
  batcher: Pick<Batcher, "stateOf">,
  id: string,
  { pollingMs, waitMs = WAIT_MS }: { pollingMs: number; waitMs?: number },
): Promise<Hash> {
  const until = performance.now() + waitMs;
  for (;;) {
    let failure: unknown;
    try {
      const timeout = Math.min(RESPONSE_MS, Math.max(until - performance.now(), 1));
      const state = await withTimeout(() => batcher.stateOf(id), { timeout });
      if (state.is === "mined") return state.hash;
      if (state.is !== "pending") throw new TradeError(state.is, null);
    } catch (error) {
      if (error instanceof TradeError) throw error;
      failure = error;
    }
    if (performance.now() > until) throw new TradeError("not_mined", null, failure);
    await new Promise((resolve) => setTimeout(resolve, pollingMs));
  }
}
