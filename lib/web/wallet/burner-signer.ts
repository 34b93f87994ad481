import { type Hex, keccak256, type PublicClient } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { TradeProblemCode } from "@/lib/features/trade/rules/problems";
import { explainTradeError } from "../trade/explain-trade-error";
import type { TradeSigner } from "../trade/run/trade-signer";
import { UnsentError } from "../trade/unsent-error";

/** Problems after which the node may have the transaction; all others are its refusals. */
const UNANSWERED: readonly TradeProblemCode[] = ["network", "slow_down", "maybe_sent"];

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
      ]).catch((error: unknown) => {
        throw new UnsentError(error);
      });
      const serializedTransaction = await account.signTransaction({
        ...call,
        ...fees,
        nonce,
        chainId,
        type: "eip1559",
      });
      try {
        return await reader.sendRawTransaction({ serializedTransaction });
      } catch (error) {
        // A burner has no wallet to look in: what may be sent is followed by its hash.
        if (UNANSWERED.includes(explainTradeError(error).code)) {
          return keccak256(serializedTransaction);
        }
        throw error;
      }
    },
  };
}
