import { isAddressEqual } from "viem";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { INCOME_GAS } from "@/lib/features/budget/rules/gas-limit";
import { readChainTime } from "@/lib/features/chains/read-chain-time";
import type { Share } from "@/lib/features/managers/rules/fee-split";
import { AppError } from "@/lib/shared/errors";
import type { Transaction } from "../transaction";
import { endOnce } from "./end-once";
import type { Kind } from "./kind";

/**
 * Changes the recipients of a dynamic split. The managed wallet signs the change and the server
 * wallet sends it, so the managed wallet needs no gas.
 */
export const shareChange: Kind<"share_change"> = {
  async prepare(ctx, chain, { payload }) {
    const { identity, wallet, ...terms } = payload;
    if ((await readChainTime(ctx, chain)) > terms.deadline) {
      throw new AppError("invalid_body", "The change was not sent in time. Request it again.");
    }
    const change = { chainId: chain.deployment.chainId, ...terms };
    const tokens = await chain.managedTokens(terms.manager);
    const signature = await ctx.wallets.signShares(identity, wallet, change);
    const call = chain.signedSharesCall(change, signature);
    return { signer: "server", call, extraGas: INCOME_GAS * BigInt(tokens.length) };
  },
  isDone,
  /** Anyone can send the signed change, and it may have been sent before the database was restored. */
  findEnd: (ctx, chain, transaction, outcome) =>
    endOnce(ctx, transaction, outcome, () => isDone(chain, transaction)),
};

/** Whether the split has these recipients. */
async function isDone(
  chain: LaunchChain,
  { payload: { manager, recipients } }: Pick<Transaction<"share_change">, "payload">,
): Promise<boolean> {
  const state = await chain.readManager(manager);
  return state !== null && areSame(state.recipients, recipients);
}

function areSame(found: readonly Share[], wanted: readonly Share[]): boolean {
  return (
    found.length === wanted.length &&
    found.every(({ account, splitMicroPercent }, index) => {
      const other = wanted[index];
      return (
        other !== undefined &&
        isAddressEqual(account, other.account) &&
        splitMicroPercent === other.splitMicroPercent
      );
    })
  );
}
