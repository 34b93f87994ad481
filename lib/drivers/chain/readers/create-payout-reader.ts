import {
  type Address,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  type Hash,
  isAddressEqual,
  type PublicClient,
  parseEventLogs,
} from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";

/** Reads pending and completed payouts of all generations. */
export function createPayoutReader(
  client: PublicClient,
  { generations }: Pick<Deployment, "generations">,
) {
  const lenses = generations.map(
    ({ contracts }) => ({ address: contracts.launchLens, abi: launchLensAbi }) as const,
  );
  return {
    /**
     * The holder of each token's fee stream and the wei that a claim would pay now; null for an
     * address that is not a token of this launchpad.
     */
    async streamsOf(
      tokens: readonly Address[],
    ): Promise<({ holder: Address; claimableWei: bigint } | null)[]> {
      const all = await Promise.all(
        lenses.map((lens) =>
          client.readContract({ ...lens, functionName: "tokens", args: [tokens] }),
        ),
      );
      return tokens.map((_, index) => {
        const view = all.map((views) => views[index]).find((one) => one?.exists);
        return view ? { holder: view.feeOwner, claimableWei: view.claimable } : null;
      });
    },
    /**
     * The wei that each manager would pay to `account` now, after claiming the streams of `tokens`.
     * Tokens of other managers and addresses that are not managers count as zero.
     */
    async releasableWei(
      account: Address,
      tokens: readonly Address[],
      managers: readonly Address[],
    ): Promise<readonly bigint[]> {
      const args = [account, tokens, managers] as const;
      const all = await Promise.all(
        lenses.map((lens) => client.readContract({ ...lens, functionName: "claimable", args })),
      );
      return managers.map((_, index) =>
        all.reduce((sum, [, managed]) => sum + (managed[index] ?? 0n), 0n),
      );
    },
    /**
     * Referral fees that `account` earned and was paid, by the hook of each deployment; none
     * for a hook without referrals.
     */
    async referralsOf(
      account: Address,
    ): Promise<{ hook: Address; earnedWei: bigint; paidWei: bigint }[]> {
      const all = await Promise.all(
        generations.map(async ({ contracts: { launchHook: hook } }) => {
          const earned = await readReferral(client, hook, account);
          return earned === null ? [] : [{ hook, earnedWei: earned[0], paidWei: earned[1] }];
        }),
      );
      return all.flat();
    },
    /** The wei that a mined transaction paid for `account` from a stream, a manager or a hook. */
    async findPaidWei(
      hash: Hash,
      { account, source }: { account: Address; source: Address },
    ): Promise<bigint> {
      const { logs } = await client.getTransactionReceipt({ hash });
      const claims = parseEventLogs({ abi: launchHookAbi, eventName: "FeesClaimed", logs });
      const claimed = claims.filter(
        ({ address, args }) =>
          generations.some(({ contracts }) => isAddressEqual(address, contracts.launchHook)) &&
          isAddressEqual(args.token, source) &&
          isAddressEqual(args.to, account),
      );
      const payments = parseEventLogs({ abi: revenueManagerAbi, eventName: "Paid", logs });
      const paid = payments.filter(
        ({ address, args }) =>
          isAddressEqual(address, source) && isAddressEqual(args.account, account),
      );
      const referrals = parseEventLogs({ abi: launchHookAbi, eventName: "ReferralPaid", logs });
      const referred = referrals.filter(
        ({ address, args }) =>
          isAddressEqual(address, source) && isAddressEqual(args.referrer, account),
      );
      return [...claimed, ...paid, ...referred].reduce((sum, { args }) => sum + args.amount, 0n);
    },
  };
}

/** Null if the hook has no referrals: those of the first deployments did not. */
async function readReferral(
  client: PublicClient,
  hook: Address,
  account: Address,
): Promise<readonly [earnedWei: bigint, paidWei: bigint] | null> {
  try {
    return await client.readContract({
      address: hook,
      abi: launchHookAbi,
      functionName: "referralEarned",
      args: [account],
    });
  } catch (error) {
    const isMissing =
      error instanceof ContractFunctionExecutionError &&
      error.walk(
        (cause) =>
          cause instanceof ContractFunctionRevertedError ||
          cause instanceof ContractFunctionZeroDataError,
      ) !== null;
    if (isMissing) return null;
    throw error;
  }
}

export type PayoutReader = ReturnType<typeof createPayoutReader>;
