import { call } from "@slipway-launchpad/client";
import { type Address, isHex, parseEther } from "viem";
import type { ChainSlug } from "@/lib/domain/chains";
import { payOut } from "@/lib/operations/account";
import type { ShareRelease } from "@/lib/web/release-share";

const TIMEOUT_MS = 60_000;

/** Why the service did not pay now, in words. */
export class NotPaidError extends Error {
  override readonly name = "NotPaidError";
}

/**
 * Has the service pay one of the person's own wallets, with its gas. It pays everything that waits
 * for the wallet; what came from this manager is answered.
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
    throw new NotPaidError(
      "The payment is on its way. Your account page shows when it has arrived.",
    );
  }
  const left = answer.unpaid.find(isHere);
  throw new NotPaidError(
    left?.reason === "too_small"
      ? `It is too little for its gas now${left.least === null ? "" : `: paid from ${left.least} ETH on`}. It keeps waiting.`
      : (paid?.error ?? "Nothing was paid now. Try again in a moment."),
  );
}
