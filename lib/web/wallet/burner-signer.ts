import type { Hex, PublicClient } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { TradeSigner } from "../trade/run/trade-signer";

/** Signs in the page and sends through the service. For sandbox chains only. */
export function burnerSigner(reader: PublicClient, chainId: number, privateKey: Hex): TradeSigner {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address,
    batch: null,
    signPermit: (data) => account.signTypedData(data),
    signConsent: (data) => account.signTypedData(data),
    async sendTransaction(call) {
      const [nonce, fees] = await Promise.all([
        reader.getTransactionCount({ address: account.address, blockTag: "pending" }),
        reader.estimateFeesPerGas(),
      ]);
      const serializedTransaction = await account.signTransaction({
        ...call,
        ...fees,
        nonce,
        chainId,
        type: "eip1559",
      });
      return reader.sendRawTransaction({ serializedTransaction });
    },
  };
}
