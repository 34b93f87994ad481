import { type Address, createWalletClient, custom } from "viem";
import { getCallsStatus, getCapabilities, getWalletClient, sendCalls } from "wagmi/actions";
import type { TradeSigner } from "../trade/run/trade-signer";
import { batchStateOf } from "./batch/batch-state";
import { requireShownAddress, type Wagmi } from "./wagmi";
import { sendOnce } from "./wallet-provider";

/**
 * The connected wallet as the signer of a trade.
 * @param address the account that the page showed
 * @throws OtherWalletError; wagmi's ConnectorNotConnectedError, ConnectorChainMismatchError
 */
export async function walletSigner(
  wagmi: Wagmi,
  chainId: number,
  address: Address,
): Promise<TradeSigner> {
  await requireShownAddress(wagmi, address);
  const client = await getWalletClient(wagmi, { account: address, chainId });
  const { account, chain } = client;
  const transport = custom(sendOnce(client.transport.request), { retryCount: 0 });
  const sender = createWalletClient({ account, chain, transport });
  return {
    address: account.address,
    signPermit: (data) => client.signTypedData({ account, ...data }),
    signConsent: (data) => client.signTypedData({ account, ...data }),
    sendTransaction: (call) => sender.sendTransaction({ account, chain, ...call }),
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
      async send(calls) {
        const { id } = await sendCalls(wagmi, {
          account: account.address,
          calls: [...calls],
          chainId,
          forceAtomic: true,
        });
        return id;
      },
      async stateOf(id) {
        const { statusCode, receipts } = await getCallsStatus(wagmi, { id });
        return batchStateOf(statusCode, receipts);
      },
    },
  };
}
