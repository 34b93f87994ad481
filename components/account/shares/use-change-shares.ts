"use client";

import { call } from "@slipway-launchpad/client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { z } from "zod";
import { useOnMount } from "@/components/ui/hooks/use-on-mount";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import type { Config } from "@/lib/features/system/schema";
import { changeManagerShares } from "@/lib/features/users/operations";
import type { SharesAnswer, sharesRequest } from "@/lib/features/users/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { explainShares } from "@/lib/web/account/explain-shares-error";
import { type PendingShares, pendingShares } from "@/lib/web/account/pending-shares";
import { configQuery } from "@/lib/web/queries";
import { refreshBalances } from "@/lib/web/refresh-balances";
import { explained } from "@/lib/web/trade/explained";
import type { SentTransaction } from "@/lib/web/trade/run/sent-transaction";

const TIMEOUT_MS = 60_000;
const POLLING_MS = 1_000;

type Body = z.input<typeof sharesRequest>;
type Hash = `0x${string}`;

type SharesChangeOptions = {
  accountId: string;
  chain: ChainSlug;
  manager: string;
  moderator: string;
};

export type SharesChangeRun = {
  isRunning: boolean;
  /** Transaction of an external wallet that is not known to be mined. */
  sent: Hash | null;
  answer: Pick<SharesAnswer, "state" | "transactionHash" | "error"> | null;
  error: Error | null;
  start: (body: Body) => void;
  /** Continues to wait for a transaction that was not mined in time. */
  watch: () => void;
  /** Dismisses the result. */
  clear: () => void;
};

/** The signing code loads on first use. */
async function sendingCode() {
  const [{ chainReader }, shares, { signerFor }] = await Promise.all([
    import("@/lib/web/trade/chain-reader"),
    import("@/lib/web/account/moderator-call"),
    import("@/lib/web/wallet/signer-for"),
  ]);
  return { chainReader, signerFor, ...shares };
}

/**
 * Changes shares. The service sends the transaction of a managed wallet; an external wallet sends
 * its own. The change survives a reload.
 */
export function useChangeShares({
  accountId,
  chain,
  manager,
  moderator,
}: SharesChangeOptions): SharesChangeRun {
  const queries = useQueryClient();
  const { sent, setSent, pending, noteAs, forget } = usePendingShares(accountId, chain, manager);
  const { mutate, reset, isPending, data, error } = useSoleMutation({
    mutationFn: (work: () => Promise<NonNullable<SharesChangeRun["answer"]>>) => work(),
    onSettled: (_answer, failure) => {
      setSent(null);
      // After a reload, keep watching a transaction that was not mined in time.
      if (failure === null || !explainShares(failure).mayStillBeMined) forget();
      return Promise.all([
        refreshBalances(queries),
        queries.invalidateQueries({ queryKey: ["manager", chain, manager] }),
      ]);
    },
  });

  const start = (body: Body) =>
    mutate(async () => {
      const answer = await call(changeManagerShares, { body }, { timeoutMs: TIMEOUT_MS });
      const { transaction } = answer;
      if (transaction === null) return answer;
      const change = async () => {
        const config = await queries.ensureQueryData(configQuery());
        return send({ chain, config, moderator, transaction, onSent: noteAs(null) });
      };
      return mined(await explained(change));
    });

  const watch = useCallback(() => {
    const noted = pending();
    if (noted === null) return;
    setSent(noted.hash);
    mutate(async () => mined(await explained(() => resume(noted, noteAs(noted.id)), noted)));
  }, [pending, noteAs, setSent, mutate]);

  const clear = () => {
    forget();
    reset();
  };
  // After a reload, keep waiting for a pending change.
  useOnMount(watch);

  return { isRunning: isPending, sent, answer: data ?? null, error, start, watch, clear };
}

/** The transaction on its way, stored so that a reloaded page finds it. */
function usePendingShares(accountId: string, chain: ChainSlug, manager: string) {
  const [sent, setSent] = useState<Hash | null>(null);
  const current = useRef<PendingShares | null>(null);
  const pending = useCallback(() => {
    current.current ??= pendingShares.last(
      (one) => one.accountId === accountId && one.chain === chain && one.manager === manager,
    );
    return current.current;
  }, [accountId, chain, manager]);
  const forget = () => {
    if (current.current !== null) pendingShares.forget(current.current);
    current.current = null;
  };
  /** @param noted the hash under which the change was sent before a reload; null for a new one */
  const noteAs = useCallback(
    (noted: Hash | null) => {
      let id = noted;
      return (known: SentTransaction) => {
        setSent(known.hash);
        id ??= known.hash;
        current.current = { accountId, chain, manager, id, ...known };
        pendingShares.keep(current.current);
      };
    },
    [accountId, chain, manager],
  );
  return { sent, setSent, pending, noteAs, forget };
}

async function send({
  chain,
  config,
  moderator,
  transaction,
  onSent,
}: {
  chain: ChainSlug;
  config: Config;
  moderator: string;
  transaction: NonNullable<SharesAnswer["transaction"]>;
  onSent: (sent: SentTransaction) => void;
}): Promise<Hash> {
  const { sendModeratorCall, chainReader, signerFor } = await sendingCode();
  return sendModeratorCall({
    reader: chainReader(chain),
    signer: await signerFor(chain, config),
    moderator,
    transaction,
    pollingMs: POLLING_MS,
    onSent,
  });
}

async function resume(
  noted: PendingShares,
  onChange: (sent: SentTransaction) => void,
): Promise<Hash> {
  const { awaitModeratorCall, chainReader } = await sendingCode();
  const reader = chainReader(noted.chain);
  return awaitModeratorCall({ reader, sent: noted, pollingMs: POLLING_MS, onChange });
}

function mined(transactionHash: Hash) {
  return { state: "completed", transactionHash, error: null } as const;
}
