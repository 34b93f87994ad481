"use client";

import { call } from "@slipway-launchpad/client";
import { useQueryClient } from "@tanstack/react-query";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { dropManagerToken } from "@/lib/features/fees/operations";
import type { DropTokenAnswer } from "@/lib/features/fees/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { configQuery } from "@/lib/web/queries";
import { refreshBalances } from "@/lib/web/refresh-balances";
import { explained } from "@/lib/web/trade/explained";

const TIMEOUT_MS = 60_000;
const POLLING_MS = 1_000;

/** A checked drop. Sending the same `requestId` again drops once. */
export type CheckedDrop = { preview: DropTokenAnswer; requestId: string };

/** Checks whether a token can be dropped, and what it costs. */
export function useCheckDrop(place: { chain: ChainSlug; manager: string }) {
  return useSoleMutation({
    mutationFn: async (tokenAddress: string): Promise<CheckedDrop> => {
      const body = { ...place, tokenAddress };
      const preview = await call(dropManagerToken, { body }, { timeoutMs: TIMEOUT_MS });
      return { preview, requestId: crypto.randomUUID() };
    },
  });
}

/**
 * Drops the token. The service sends the transaction of a managed wallet; an external wallet sends
 * its own.
 */
export function useDropToken() {
  const queries = useQueryClient();
  return useSoleMutation({
    mutationFn: async ({ preview, requestId }: CheckedDrop) => {
      const { chain, manager, tokenAddress, wallet, transaction } = preview;
      if (transaction === null) {
        const body = { chain, manager, tokenAddress, confirm: true, requestId };
        return call(dropManagerToken, { body }, { timeoutMs: TIMEOUT_MS });
      }
      const transactionHash = await explained(async () => {
        const [{ chainReader }, { sendModeratorCall }, { signerFor }] = await Promise.all([
          import("@/lib/web/trade/chain-reader"),
          import("@/lib/web/account/moderator-call"),
          import("@/lib/web/wallet/signer-for"),
        ]);
        return sendModeratorCall({
          reader: chainReader(chain),
          signer: await signerFor(chain, await queries.ensureQueryData(configQuery())),
          moderator: wallet,
          transaction,
          pollingMs: POLLING_MS,
          onSent: () => undefined,
        });
      });
      return { state: "completed" as const, transactionHash, error: null };
    },
    onSettled: (_answer, _failure, { preview: { chain, manager } }) =>
      Promise.all([
        refreshBalances(queries),
        queries.invalidateQueries({ queryKey: ["manager", chain, manager] }),
      ]),
  });
}
