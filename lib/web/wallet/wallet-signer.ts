import type { Hash } from "viem";
import { getCapabilities, getWalletClient, sendCalls, waitForCallsStatus } from "wagmi/actions";
import type { TradeCall, TradeSigner } from "../trade/run/trade-signer";
import { untilReconnected, type Wagmi } from "./wagmi";

const BATCH_WAIT_MS = 300_000;

/**
 * The connected wallet as the signer of a trade.
 * @throws wagmi's ConnectorNotConnectedError, ConnectorChainMismatchError
 */
export async function walletSigner(wagmi: Wagmi, chainId: number): Promise<TradeSigner> {
  await untilReconnected();
  const client = await getWalletClient(wagmi, { chainId });
  const { account, chain } = client;
  return {
    address: account.address,
    signPermit: (data) => client.signTypedData({ account, ...data }),
    signConsent: (data) => client.signTypedData({ account, ...data }),
    sendTransaction: (call) => client.sendTransaction({ account, chain, ...call }),
    batch: {
      async isSupported() {
        try {
          const { atomic } = await getCapabilities(wagmi, { account: account.address, chainId });
          return atomic?.status === "supported" || atomic?.status === "ready";
        } catch {
          // A wallet without EIP-5792 does not support the method.
          return false;
        }
      },
      send: (calls) => sendBatch(wagmi, chainId, calls),
    },
  };
}

async function sendBatch(
  wagmi: Wagmi,
  chainId: number,
  calls: readonly TradeCall[],
): Promise<Hash> {
  const { id } = await sendCalls(wagmi, { calls: [...calls], chainId, forceAtomic: true });
  const { receipts } = await waitForCallsStatus(wagmi, {
    id,
    timeout: BATCH_WAIT_MS,
    throwOnFailure: true,
  });
  const last = receipts?.at(-1);
  if (last === undefined) throw new Error("The wallet reports no receipt for the batch");
  return last.transactionHash;
}
