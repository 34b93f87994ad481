"use client";

import { ApiError, call } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import { draftToLaunchBody, type LaunchDraft } from "@/components/launch/form/launch-form";
import { launchMemecoin, prepareLaunch } from "@/lib/features/launch/operations";
import type { PrepareLaunchAnswer } from "@/lib/features/launch/schema/prepare";
import { LAUNCH_COST } from "@/lib/web/refresh-balances";
import { prepareInput } from "./send-launch";

const SHORT_POLL_MS = 10_000;

/**
 * Dry run of the launch once its idempotency key is known, with which it returns the final token
 * address, and the cost if a wallet pays.
 * @param from the wallet that pays; null if the service does
 */
export function useDryRun(
  draft: LaunchDraft,
  { key, from, isEnabled }: { key: string | null; from: string | null; isEnabled: boolean },
) {
  // One key can have several payers and first buys.
  const terms = from === null ? null : [from, draft.firstBuyEth];
  return useQuery({
    queryKey: [from === null ? "launch-check" : LAUNCH_COST, key, terms],
    queryFn: async ({ signal }) => {
      const options = key === null ? { signal } : { signal, idempotencyKey: key };
      if (from === null) {
        const body = { ...draftToLaunchBody(draft), dryRun: true };
        const input = { params: { chain: draft.chain }, body };
        const { expectedAddress } = await call(launchMemecoin, input, options);
        return { expectedAddress, preview: null };
      }
      const { params, body } = prepareInput(draft, from);
      const input = { params, body: { ...body, dryRun: true } };
      const preview = await call(prepareLaunch, input, options);
      return { expectedAddress: preview.expectedAddress, preview };
    },
    enabled: isEnabled && key !== null,
    staleTime: 60_000,
    retry: false,
    // The user is about to send the missing ETH to the wallet.
    refetchInterval: ({ state: { data } }) =>
      data?.preview && isShort(data.preview.cost) ? SHORT_POLL_MS : false,
    refetchOnWindowFocus: isAllowed,
    refetchOnReconnect: isAllowed,
  });
}

/** Whether the wallet's balance is below the largest cost. */
export function isShort({ balanceWei, totalWei }: PrepareLaunchAnswer["cost"]): boolean {
  return BigInt(balanceWei) < BigInt(totalWei);
}

/** A refetch clears the error, and would close the appeal against it that is being written. */
function isAllowed({ state: { error } }: { state: { error: Error | null } }): boolean {
  return !isCreatorBlocked(error);
}

/** Whether the operator has blocked the creator of a launch. An error of a field is about a recipient. */
export function isCreatorBlocked(error: Error | null): boolean {
  return (
    error instanceof ApiError && error.code === "creator_blocked" && error.details.length === 0
  );
}
