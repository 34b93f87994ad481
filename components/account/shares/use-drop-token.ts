"use client";

import { call } from "@slipway-launchpad/client";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { dropManagerToken } from "@/lib/features/fees/operations";
import type { DropTokenAnswer } from "@/lib/features/fees/schema/wallet-actions";
import type { ChainSlug } from "@/lib/shared/chains";
import { randomUuid } from "@/lib/web/random-uuid";
import { type ModeratedBy, type ModeratorRun, useModeratorRun } from "./use-moderator-run";

const TIMEOUT_MS = 60_000;

/** A checked drop. Sending the same `requestId` again drops once. */
export type CheckedDrop = { preview: DropTokenAnswer; requestId: string };

export type DropRun = ModeratorRun & {
  /** @param onRequest runs when the request starts: not while offline */
  start: (checked: CheckedDrop, onRequest: () => void) => void;
};

/** Checks whether a token can be dropped, and what it costs. */
export function useCheckDrop(place: { chain: ChainSlug; manager: string }) {
  return useSoleMutation({
    mutationFn: async (tokenAddress: string): Promise<CheckedDrop> => {
      const body = { ...place, tokenAddress };
      const preview = await call(dropManagerToken, { body }, { timeoutMs: TIMEOUT_MS });
      return { preview, requestId: randomUuid() };
    },
  });
}

/** Drops a token. The drop survives a reload. */
export function useDropToken(split: ModeratedBy): DropRun {
  const { start, ...run } = useModeratorRun("drop", split);
  return {
    ...run,
    start: ({ preview, requestId }, onRequest) =>
      start(async () => {
        onRequest();
        if (preview.transaction !== null) return preview;
        const { chain, manager, tokenAddress } = preview;
        const feeAtMost = preview.feeAtMost ?? undefined;
        const body = { chain, manager, tokenAddress, confirm: true, feeAtMost, requestId };
        return call(dropManagerToken, { body }, { timeoutMs: TIMEOUT_MS });
      }),
  };
}
