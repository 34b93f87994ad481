import type { TradeSigner } from "../trade/run/trade-signer";

/**
 * The signer, whose requests fail with the signal's reason once it is aborted: a wallet may never
 * respond. An open request stays open in the wallet; no further one is made.
 */
export function stoppable(signer: TradeSigner, signal: AbortSignal): TradeSigner {
  const { batch } = signer;
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  // Otherwise a signal that is aborted while no request is open would be an unhandled rejection.
  ended.catch(() => undefined);
  async function untilEnded<Result>(request: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    return Promise.race([request(), ended]);
  }
  return {
    address: signer.address,
    sendTransaction: (call) => untilEnded(() => signer.sendTransaction(call)),
    signPermit: (data) => untilEnded(() => signer.signPermit(data)),
    signConsent: (data) => untilEnded(() => signer.signConsent(data)),
    batch: batch && { ...batch, send: (calls) => untilEnded(() => batch.send(calls)) },
  };
}
