import { call } from "@slipway-launchpad/client";
import { type Address, isHex, parseEther } from "viem";
import { payOut } from "@/lib/features/fees/operations";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";
import type { ShareRelease } from "@/lib/web/managers/release-share";

const TIMEOUT_MS = 60_000;

/** Why the service did not pay, as a message for users. */
export class NotPaidError extends Error {
  override readonly name = "NotPaidError";
}

/**
 * Requests a payout to one of the user's own wallets; the service pays the gas. It pays all
 * earnings of the wallet; the result is the part from this manager.
 * @throws NotPaidError, ApiError
 */
export async function sendByService(place: {
  chain: ChainSlug;
  manager: Address;
  account: Address;
}): Promise<ShareRelease> {
  const { chain, manager, account } = place;
  const answer = await call(payOut, { body: { wallet: account } }, { timeoutMs: TIMEOUT_MS });
  const isHere = (one: { chain: string; source: string }) =>
    one.chain === chain && one.source === manager;
  const paid = answer.payouts.find(isHere);
  if (paid?.state === "paid" && isHex(paid.transactionHash)) {
    const paidWei = parseEther(paid.paid ?? paid.amount);
    return { account, hash: paid.transactionHash, paidWei };
  }
  if (paid?.state === "pending") {
    throw new NotPaidError("Payment pending. Your account page shows when it completes.");
  }
  const left = answer.unpaid.find(isHere);
  throw new NotPaidError(
    left?.reason === "too_small"
      ? `The amount is too small for the current gas price.${left.least === null ? "" : ` Minimum payout: ${formatExact(left.least)} ETH.`} It stays in the balance.`
      : (paid?.error ?? "Nothing was paid out. Try again in a moment."),
  );
}
