import { isUnfunded } from "@/lib/drivers/chain/chain-types";
import type { Sender } from "@/lib/drivers/chain/create-sender";
import { isUnavailable } from "@/lib/shared/unavailable";
import type { TransactionContext } from "./kinds/kind";
import type { StoredTransaction } from "./store/create-signed-transaction-store";

/**
 * Sends stored bytes. A node refuses bytes whose fee is below the current base fee, which the wallet
 * cannot pay at the moment, or whose nonce was just used. That is only logged: they are sent again,
 * replaced or settled later, and one refusal must not stop the other transactions of the wallet.
 * @returns `unfunded` if the wallet cannot pay for it
 * @throws when no node answers, so that nobody waits for it once for each transaction
 */
export async function sendSigned(
  ctx: Pick<TransactionContext, "log">,
  chain: Pick<Sender, "broadcast">,
  signed: Pick<StoredTransaction, "transactionId" | "nonce" | "hash" | "rawTransaction">,
): Promise<"sent" | "unfunded" | "refused"> {
  const { transactionId, nonce, hash, rawTransaction } = signed;
  try {
    await chain.broadcast(rawTransaction);
    return "sent";
  } catch (err) {
    if (isUnavailable(err)) throw err;
    ctx.log.warn({ err, transactionId, nonce, hash }, "the node refused a transaction");
    return isUnfunded(err) ? "unfunded" : "refused";
  }
}
