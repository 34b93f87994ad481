import { type Address, type Hash, isAddressEqual, type PublicClient, parseEventLogs } from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { revenueManagerAbi } from "@/lib/shared/abi/revenue-manager";

/** Reads money that waits to be paid, and payments that were made. */
export function createPayoutReader(
  client: PublicClient,
  { contracts: { launchLens, launchHook } }: Deployment,
) {
  const onLens = { address: launchLens, abi: launchLensAbi } as const;
  return {
    /**
     * Who holds the fee stream of each token and what a claim of it would pay now, in wei; null for
     * an address that is no token of this launchpad.
     */
    async streamsOf(
      tokens: readonly Address[],
    ): Promise<({ holder: Address; claimableWei: bigint } | null)[]> {
      const views = await client.readContract({
        ...onLens,
        functionName: "tokens",
        args: [tokens],
      });
      return views.map(({ exists, feeOwner, claimable }) =>
        exists ? { holder: feeOwner, claimableWei: claimable } : null,
      );
    },
    /**
     * Wei that each manager would pay to `account` now, once the streams of `tokens` are claimed
     * into it; tokens of other managers and addresses that are no manager count nothing.
     */
    async releasableWei(
      account: Address,
      tokens: readonly Address[],
      managers: readonly Address[],
    ): Promise<readonly bigint[]> {
      const args = [account, tokens, managers] as const;
      const [, managed] = await client.readContract({
        ...onLens,
        functionName: "claimable",
        args,
      });
      return managed;
    },
    /** Wei that a mined transaction has paid to `account` from a stream or a manager. */
    async findPaidWei(
      hash: Hash,
      { account, source }: { account: Address; source: Address },
    ): Promise<bigint> {
      const { logs } = await client.getTransactionReceipt({ hash });
      const claims = parseEventLogs({ abi: launchHookAbi, eventName: "FeesClaimed", logs });
      const claimed = claims.filter(
        ({ address, args }) =>
          isAddressEqual(address, launchHook) &&
          isAddressEqual(args.token, source) &&
          isAddressEqual(args.to, account),
      );
      const payments = parseEventLogs({ abi: revenueManagerAbi, eventName: "Paid", logs });
      const paid = payments.filter(
        ({ address, args }) =>
          isAddressEqual(address, source) && isAddressEqual(args.account, account),
      );
      return [...claimed, ...paid].reduce((sum, { args }) => sum + args.amount, 0n);
    },
  };
}

export type PayoutReader = ReturnType<typeof createPayoutReader>;
