"use client";

import { call } from "@slipway-launchpad/client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import type { ChainSlug } from "@/lib/domain/chains";
import { changeManagerShares } from "@/lib/operations/account";
import type { SharesAnswer, sharesRequest } from "@/lib/schemas/account";
import { explainShares } from "@/lib/web/account/explain-shares-error";
import { pendingShares } from "@/lib/web/account/pending-shares";
import { configQuery } from "@/lib/web/queries";
import { explained } from "@/lib/web/trade/explained";

const TIMEOUT_MS = 60_000;
const POLLING_MS = 1_000;

type Body = z.input<typeof sharesRequest>;
type Hash = `0x${string}`;

export type SharesChange = {
  isRunning: boolean;
  /** The transaction of one's own wallet that is not known to be mined. */
  sent: Hash | null;
  answer: Pick<SharesAnswer, "state" | "transactionHash" | "error"> | null;
  error: Error | null;
  start: (body: Body) => void;
  /** Goes on waiting for a transaction that was not mined in time. */
  watch: () => void;
  /** Puts the result away. */
  clear: () => void;
};

/** What signs and sends loads when something is signed, sent or waited for. */
async function sendingCode() {
  const [{ chainReader }, shares, { signerFor }] = await Promise.all([
    import("@/lib/web/trade/chain-reader"),
    import("@/lib/web/account/change-shares"),
    import("@/lib/web/wallet/signer-for"),
  ]);
  return { chainReader, signerFor, ...shares };
}

/**
 * Changes shares: the service sends what a managed wallet signs; a wallet of one's own is asked to
 * send the change, over a reload as well.
 */
export function useChangeShares(options: {
  accountId: string;
  chain: ChainSlug;
  manager: string;
  moderator: string;
}): SharesChange {
  const { accountId, chain, manager, moderator } = options;
  const queries = useQueryClient();
  const [sent, setSent] = useState<Hash | null>(null);
  const { mutate, reset, isPending, data, error } = useSoleMutation({
    mutationFn: (work: () => Promise<NonNullable<SharesChange["answer"]>>) => work(),
    onSettled: (_answer, failure) => {
      setSent(null);
      // A transaction that was only not mined in time is watched again after a reload.
      if (failure === null || !explainShares(failure).mayStillBeMined) forget();
      return Promise.all([
        queries.invalidateQueries({ queryKey: ["own-earnings", accountId] }),
        queries.invalidateQueries({ queryKey: ["manager", chain, manager] }),
      ]);
    },
  });

  const pending = useCallback(() => {
    const noted = pendingShares.read();
    const isOwn =
      noted?.accountId === accountId && noted.chain === chain && noted.manager === manager;
    return isOwn ? noted : null;
  }, [accountId, chain, manager]);

  function forget() {
    if (pending() !== null) pendingShares.write(null);
  }

  const note = useCallback(
    (hash: Hash) => {
      setSent(hash);
      pendingShares.write({ accountId, chain, manager, hash });
    },
    [accountId, chain, manager],
  );

  async function send(transaction: NonNullable<SharesAnswer["transaction"]>): Promise<Hash> {
    const config = await queries.ensureQueryData(configQuery());
    const { changeShares, chainReader, signerFor } = await sendingCode();
    return changeShares({
      reader: chainReader(chain),
      signer: await signerFor(chain, config),
      moderator,
      transaction,
      pollingMs: POLLING_MS,
      onSent: note,
    });
  }

  const start = (body: Body) =>
    mutate(async () => {
      const answer = await call(changeManagerShares, { body }, { timeoutMs: TIMEOUT_MS });
      const { transaction } = answer;
      return transaction === null ? answer : mined(await explained(() => send(transaction)));
    });

  const watch = useCallback(() => {
    const noted = pending();
    if (noted === null) return;
    setSent(noted.hash);
    mutate(async () => {
      const hash = await explained(async () => {
        const { awaitShares, chainReader } = await sendingCode();
        return awaitShares({
          reader: chainReader(chain),
          hash: noted.hash,
          pollingMs: POLLING_MS,
          onReplaced: note,
        });
      });
      return mined(hash);
    });
  }, [pending, note, mutate, chain]);

  // A page that was reloaded while the change was on its way goes on waiting for it.
  const resumed = useRef(false);
  useEffect(() => {
    if (resumed.current) return;
    resumed.current = true;
    watch();
  }, [watch]);

  return {
    isRunning: isPending,
    sent,
    answer: data ?? null,
    error,
    start,
    watch,
    clear: () => {
      forget();
      reset();
    },
  };
}

function mined(transactionHash: Hash) {
  return { state: "completed", transactionHash, error: null } as const;
}
