import { isAddressEqual } from "viem";
import type { PayoutReader } from "@/lib/drivers/chain/readers/create-payout-reader";
import { LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import type { Transaction } from "../transaction";
import { type Kind, REVERTED } from "./kind";

/** Pays out a fee stream, a manager share or a referrer's earnings. Funds only go to the wallet that earned them. */
export const payout: Kind<"payout"> = {
  async prepare(_ctx, chain, { payload }) {
    if ((await readAmountWei(chain, payload)) === 0n) {
      return { signer: null, reason: "Nothing left to pay: it was already paid" };
    }
    const call = await chain.payoutCall(payload.account, payload);
    return { signer: "server", call, extraGas: LATER_WORK_GAS };
  },
  async findEnd(_ctx, chain, { payload }, outcome) {
    if (outcome === null) return null;
    const { hash: transactionHash, status } = outcome;
    if (status === "reverted") return { state: "failed", transactionHash, error: REVERTED };
    const paidWei = await chain.findPaidWei(transactionHash, payload);
    return { state: "completed", transactionHash, result: { paidWei } };
  },
};

/** The amount that is claimable now; anyone may have triggered the payout since it was planned. */
async function readAmountWei(
  chain: PayoutReader,
  { kind, source, tokens, account }: Transaction<"payout">["payload"],
): Promise<bigint> {
  if (kind === "manager") {
    const [amountWei = 0n] = await chain.releasableWei(account, tokens, [source]);
    return amountWei;
  }
  if (kind === "referral") {
    const referrals = await chain.referralsOf(account);
    const own = referrals.find(({ hook }) => isAddressEqual(hook, source));
    return own === undefined ? 0n : own.earnedWei - own.paidWei;
  }
  const [stream] = await chain.streamsOf([source]);
  return stream && isAddressEqual(stream.holder, account) ? stream.claimableWei : 0n;
}
