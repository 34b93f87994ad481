import { APIError, type PrivyClient } from "@privy-io/node";
import { type Address, type Hex, isHex, toHex } from "viem";
import { z } from "zod";
import type { PrivySigning } from "./privy-users";
import { fromFailedCall, fromStatus, VendorError } from "./vendor-error";
import { requireSigned, type WalletTransaction } from "./wallet-transaction";

const answer = z.object({
  signed_transaction: z.string().refine((text): text is Hex => isHex(text)),
});

/**
 * Has Privy sign a transaction with one of its wallets. Source: Privy REST API,
 * `POST /v1/wallets/{id}/rpc` with `eth_signTransaction`, through its own client.
 * @throws VendorError
 */
export async function signWithPrivy(
  client: PrivyClient,
  wallet: { id: string; address: Address },
  transaction: WalletTransaction,
  options: { signing: PrivySigning; now: Date },
): Promise<Hex> {
  const { signed_transaction: signed } = await ask(client, wallet.id, transaction, options);
  await requireSigned(signed, wallet.address, transaction);
  return signed;
}

async function ask(
  client: PrivyClient,
  walletId: string,
  transaction: WalletTransaction,
  { signing, now }: { signing: PrivySigning; now: Date },
) {
  const key = signing.authorizationKey.replace(/^wallet-auth:/, "");
  try {
    return answer.parse(
      await client
        .wallets()
        .ethereum()
        .signTransaction(walletId, {
          params: {
            transaction: {
              type: 2,
              chain_id: transaction.chainId,
              nonce: transaction.nonce,
              to: transaction.to,
              data: transaction.data,
              value: toHex(transaction.valueWei),
              gas_limit: toHex(transaction.gas),
              max_fee_per_gas: toHex(transaction.maxFeePerGas),
              max_priority_fee_per_gas: toHex(transaction.maxPriorityFeePerGas),
            },
          },
          authorization_context: { authorization_private_keys: [key] },
        }),
    );
  } catch (error) {
    if (error instanceof z.ZodError) throw new VendorError("down", "an answer of another shape");
    if (!(error instanceof APIError) || error.status === undefined) throw fromFailedCall(error);
    throw fromStatus(error.status, error.headers, now);
  }
}
