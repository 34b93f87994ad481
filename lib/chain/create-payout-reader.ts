import { isAddressEqual, type PublicClient, parseEventLogs } from "viem";
import { dynamicAddressFeeSplitManagerAbi } from "../domain/abi/dynamic-address-fee-split-manager";
import { launchHookAbi } from "../domain/abi/launch-hook";
import { launchLensAbi } from "../domain/abi/launch-lens";
import { managerFactoryAbi } from "../domain/abi/manager-factory";
import { revenueManagerAbi } from "../domain/abi/revenue-manager";
import { SPLIT_TOTAL } from "../domain/fee-split";
import { decodeManagerKind } from "../domain/manager-kind";
import type { Deployment } from "../schemas/deployment";
import type { LaunchChain } from "./launch-chain";

/** What a chain says about money that waits, and about payments that were made. */
export function createPayoutReader(
  client: PublicClient,
  { contracts: { launchLens, launchHook, managerFactory } }: Deployment,
): Pick<
  LaunchChain,
  "readManager" | "sharesNonce" | "streamsOf" | "releasableWei" | "findPaidWei"
> {
  const onLens = { address: launchLens, abi: launchLensAbi } as const;
  return {
    async readManager(address) {
      const onRevenue = { address, abi: revenueManagerAbi } as const;
      const onSplit = { address, abi: dynamicAddressFeeSplitManagerAbi } as const;
      const code = await client.readContract({
        address: managerFactory,
        abi: managerFactoryAbi,
        functionName: "managerKind",
        args: [address],
      });
      const kind = decodeManagerKind(code);
      if (kind === "none") return null;
      const owner = await client.readContract({ ...onRevenue, functionName: "owner" });
      if (kind === "revenue") {
        const account = await client.readContract({
          ...onRevenue,
          functionName: "protocolRecipient",
        });
        return { kind, owner, recipients: [{ account, splitMicroPercent: SPLIT_TOTAL }] };
      }
      const recipients = await client.readContract({ ...onSplit, functionName: "recipients" });
      return {
        kind,
        owner,
        recipients: recipients.map(({ account, share }) => ({ account, splitMicroPercent: share })),
      };
    },
    async sharesNonce(address) {
      const abi = dynamicAddressFeeSplitManagerAbi;
      return BigInt(await client.readContract({ address, abi, functionName: "generation" }));
    },
    async streamsOf(tokens) {
      const views = await client.readContract({
        ...onLens,
        functionName: "tokens",
        args: [tokens],
      });
      return views.map(({ exists, feeOwner, claimable }) =>
        exists ? { holder: feeOwner, claimableWei: claimable } : null,
      );
    },
    async releasableWei(account, tokens, managers) {
      const args = [account, tokens, managers] as const;
      const [, managed] = await client.readContract({
        ...onLens,
        functionName: "claimable",
        args,
      });
      return managed;
    },
    async findPaidWei(hash, { account, source }) {
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
