import { type Hash, isAddressEqual, isHex } from "viem";
import type { PreparedCalls, PreparedCost } from "@/lib/schemas/prepared-calls";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { OtherWalletError } from "../account/other-wallet-error";
import type { TradeCall, TradeSigner } from "../trade/run/trade-signer";
import { waitForBatch } from "../trade/run/wait-for-batch";
import { isBatchRefusal } from "../wallet/batch/is-batch-refusal";

const BATCH_POLLING_MS = 1_000;

/**
 * Sends prepared calls: several as a batch if the wallet supports it (ERC-5792), otherwise one by
 * one. For a batch, wallets offer to upgrade a plain account, so a single call is none.
 * @param onAsk called before the wallet gets the first call
 * @returns the hash of the last transaction
 * @throws OtherWalletError when the wallet has changed its account; TradeError about a batch that was sent;
 * errors of the wallet
 */
export async function sendPrepared(
  signer: TradeSigner,
  { sendCalls, cost }: { sendCalls: PreparedCalls; cost: PreparedCost },
  onAsk: () => void,
): Promise<Hash> {
  if (!isAddressEqual(signer.address, toChecksumAddress(sendCalls.from))) {
    throw new OtherWalletError(signer.address, sendCalls.from);
  }
  const calls = sendCalls.calls.map(toTradeCall);
  const isBatch = calls.length > 1 && (await signer.batch?.isSupported());
  onAsk();
  if (isBatch && signer.batch !== null) {
    const id = await signer.batch.send(calls).catch((error: unknown) => {
      if (isBatchRefusal(error)) return null;
      throw error;
    });
    if (id !== null) return waitForBatch(signer.batch, id, { pollingMs: BATCH_POLLING_MS });
  }
  let hash: Hash | null = null;
  for (const call of calls) hash = await signer.sendTransaction({ ...call, gas: BigInt(cost.gas) });
  if (hash === null) throw new TypeError("there is nothing to send");
  return hash;
}

function toTradeCall({ to, data, value }: PreparedCalls["calls"][number]): TradeCall {
  if (!isHex(data)) throw new TypeError("the service returned calls that are not hex");
  return { to: toChecksumAddress(to), data, value: BigInt(value) };
}
