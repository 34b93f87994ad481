import type { TradeSigner } from "../trade/run/trade-signer";
import { untilAborted } from "./until-aborted";

/**
 * The signer, whose requests fail with the signal's reason once it is aborted: a wallet may never
 * respond. An open request stays open in the wallet; no further one is made.
 */
export function stoppable(signer: TradeSigner, signal: AbortSignal): TradeSigner {
  const { batch } = signer;
  async function untilEnded<Result>(request: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    return untilAborted(signal, request());
  }
  return {
    address: signer.address,
    sendTransaction: (call) => untilEnded(() => signer.sendTransaction(call)),
    signPermit: (data) => untilEnded(() => signer.signPermit(data)),
    signConsent: (data) => untilEnded(() => signer.signConsent(data)),
    batch: batch && {
      ...batch,
      isSupported: () => untilEnded(() => batch.isSupported()),
      send: (calls) => untilEnded(() => batch.send(calls)),
    },
  };
}
