"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useOnMount } from "@/components/ui/hooks/use-on-mount";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { useWalletWait } from "@/components/wallet/use-wallet-wait";
import type { SharesAnswer } from "@/lib/features/fees/schema/wallet-actions";
import type { Config } from "@/lib/features/system/schema";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import type { ChainSlug } from "@/lib/shared/chains";
import { explainShares } from "@/lib/web/account/explain-shares-error";
import {
  type ModeratorAction,
  type PendingShares,
  pendingShares,
} from "@/lib/web/account/pending-shares";
import { configQuery } from "@/lib/web/queries";
import { refreshBalances } from "@/lib/web/refresh-balances";
import { explained } from "@/lib/web/trade/explained";
import type { SentTransaction } from "@/lib/web/trade/run/sent-transaction";

const POLLING_MS = 1_000;

type Hash = `0x${string}`;

/** A split and its moderator. */
export type ModeratedBy = {
  accountId: string;
  chain: ChainSlug;
  manager: string;
  moderator: string;
  /** Whether the service sends for the moderator; an external wallet sends its own transaction. */
  isManaged: boolean;
};

/** The result of an action; `state` is not `failed` unless it has no effect. */
type Outcome = { state: string; transactionHash: string | null; error: string | null };

/** The service's answer: the result, or the transaction that an external wallet has to send. */
type Answer = Outcome & Pick<SharesAnswer, "transaction">;

/** One action of a moderator and its latest result. */
export type ModeratorRun = {
  isRunning: boolean;
  /** Transaction of an external wallet that is not known to be mined. */
  sent: Hash | null;
  answer: Outcome | null;
  error: Error | null;
  /** Whether the service sends the transaction. */
  isManaged: boolean;
  /** Continues to wait for a transaction that was not mined in time. */
  watch: () => void;
  /** Ends the wait for a wallet that does not respond; null while no wallet is asked. */
  stop: (() => void) | null;
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
 * Runs an action of a split's moderator. The service sends the transaction of a managed wallet; an
 * external wallet sends its own, and the wait for it survives a reload.
 */
export function useModeratorRun(
  action: ModeratorAction,
  { accountId, chain, manager, moderator, isManaged }: ModeratedBy,
): ModeratorRun & { start: (request: () => Promise<Answer>) => void } {
  const queries = useQueryClient();
  const place = { accountId, chain, manager };
  const { sent, setSent, pending, noteAs, forget } = usePending(action, place);
  const wait = useWalletWait();
  const { mutate, reset, isPending, data, error } = useSoleMutation({
    mutationFn: ({ work }: { work: () => Promise<Outcome>; isSent: boolean }) => work(),
    isResumed: ({ isSent }) => isSent,
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

  const start = (request: () => Promise<Answer>) => {
    const work = async () => {
      const signal = wait.begin();
      const answer = await request();
      const { transaction } = answer;
      if (transaction === null) return answer;
      const signAndSend = async () => {
        const config = await queries.ensureQueryData(configQuery());
        return send({ chain, config, moderator, transaction, signal, onSent: noteAs(null) });
      };
      return mined(await explained(signAndSend));
    };
    mutate({ work, isSent: false });
  };

  const watch = useCallback(() => {
    const noted = pending();
    if (noted === null) return;
    setSent(noted.hash);
    const work = async () => mined(await explained(() => resume(noted, noteAs(noted.id)), noted));
    mutate({ work, isSent: true });
  }, [pending, noteAs, setSent, mutate]);

  const clear = () => {
    forget();
    reset();
  };
  // After a reload, keep waiting for a pending change.
  useOnMount(watch);

  const state = { isRunning: isPending, sent, answer: data ?? null, isManaged };
  const stop = isPending && !isManaged && sent === null ? wait.stop : null;
  return { ...state, error, start, watch, stop, clear };
}

/** The transaction on its way, stored so that a reloaded page finds it. */
function usePending(
  action: ModeratorAction,
  { accountId, chain, manager }: Omit<ModeratedBy, "moderator" | "isManaged">,
) {
  const [sent, setSent] = useState<Hash | null>(null);
  const current = useRef<PendingShares | null>(null);
  const pending = useCallback(() => {
    current.current ??= pendingShares.last(
      (one) =>
        one.accountId === accountId &&
        one.chain === chain &&
        one.manager === manager &&
        one.action === action,
    );
    return current.current;
  }, [accountId, chain, manager, action]);
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
        current.current = { accountId, chain, manager, action, id, ...known };
        pendingShares.store(current.current);
      };
    },
    [accountId, chain, manager, action],
  );
  return { sent, setSent, pending, noteAs, forget };
}

async function send({
  chain,
  config,
  moderator,
  transaction,
  signal,
  onSent,
}: {
  chain: ChainSlug;
  config: Config;
  moderator: string;
  transaction: NonNullable<SharesAnswer["transaction"]>;
  signal: AbortSignal;
  onSent: (sent: SentTransaction) => void;
}): Promise<Hash> {
  const { sendModeratorCall, chainReader, signerFor } = await sendingCode();
  return sendModeratorCall({
    reader: chainReader(chain),
    signer: await signerFor(chain, config, { address: toChecksumAddress(moderator), signal }),
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
