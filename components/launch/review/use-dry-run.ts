"use client";

import { ApiError, call } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import { draftToLaunchBody, type LaunchDraft } from "@/components/launch/form/launch-form";
import { launchMemecoin, prepareLaunch } from "@/lib/features/launch/operations";
import { prepareInput } from "./use-submit-launch";

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
    queryKey: [launchMemecoin.id, "dry-run", key, terms],
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
    refetchOnWindowFocus: isAllowed,
    refetchOnReconnect: isAllowed,
  });
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
