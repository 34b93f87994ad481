"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Address, getAddress, type Hash } from "viem";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { useWalletWait } from "@/components/wallet/use-wallet-wait";
import type { Config } from "@/lib/features/system/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { type PendingRelease, pendingReleases } from "@/lib/web/managers/pending-release";
import { awaitRelease, releaseShare, type ShareRelease } from "@/lib/web/managers/release-share";
import { chainIn, configQuery } from "@/lib/web/queries";
import { refreshBalances } from "@/lib/web/refresh-balances";
import { OfflineError } from "@/lib/web/run-online";
import { chainReader } from "@/lib/web/trade/chain-reader";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { createBurner } from "@/lib/web/wallet/create-burner";
import { requestEther } from "@/lib/web/wallet/request-ether";
import { signerFor } from "@/lib/web/wallet/signer-for";
import { sendByService } from "./send-by-service";

const POLLING_MS = { sandbox: 250, real: 1_500 } as const;

export type ReleaseOrder = {
  account: Address;
  tokens: readonly Address[];
  /** The visitor's account as the page shows it, which pays; null if there is none. */
  from: Address | null;
  /** Whether the service pays: the account belongs to the signed-in user. */
  isOwn: boolean;
};

/**
 * Releases an earner's share of a manager. Survives a reload.
 * @returns `stop` ends the wait for a wallet that does not respond; null while no wallet is asked
 */
export function useRelease(chain: ChainSlug, managerText: string) {
  const manager = getAddress(managerText);
  const queries = useQueryClient();
  const wait = useWalletWait();
  const [isAsking, setAsking] = useState(false);
  const start = async (order: ReleaseOrder) => {
    sent.current = null;
    if (order.isOwn) return sendByService({ chain, manager, account: order.account });
    const signal = wait.begin();
    const config = await queries.ensureQueryData(configQuery());
    setAsking(true);
    return sendByWallet({ chain, manager, order, config, signal, onSent: store });
  };
  const sent = useRef<PendingRelease | null>(null);
  const store = (release: PendingRelease) => {
    setAsking(false);
    sent.current = release;
    pendingReleases.store(release);
  };
  const resume = (release: PendingRelease) =>
    awaitRelease({
      reader: chainReader(chain),
      manager,
      account: getAddress(release.account),
      sent: release,
      pollingMs: POLLING_MS.real,
      onChange: (known) => store({ ...release, ...known }),
    });
  const release = useSoleMutation({
    mutationFn: (order: ReleaseOrder | { account: Address; resumed: PendingRelease }) =>
      "resumed" in order ? resume(order.resumed) : start(order),
    isResumed: (order) => "resumed" in order,
    onSettled: (_done, error) => {
      setAsking(false);
      if (error instanceof OfflineError) return;
      // After a reload, keep watching a transaction that was not mined in time.
      if (error === null || explainTradeError(error).code !== "not_mined") {
        if (sent.current !== null) pendingReleases.forget(sent.current);
        sent.current = null;
      }
      return Promise.all([
        queries.invalidateQueries({ queryKey: ["manager", chain] }),
        queries.invalidateQueries({ queryKey: ["manager-parts", chain] }),
        refreshBalances(queries),
      ]);
    },
  });

  const { mutate } = release;
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    const pending = pendingReleases.last(
      (one) => one.chain === chain && getAddress(one.manager) === manager,
    );
    if (pending === null) return;
    sent.current = pending;
    mutate({ account: getAddress(pending.account), resumed: pending });
  }, [chain, manager, mutate]);
  return { ...release, stop: isAsking ? wait.stop : null };
}

/** Sends the release from the user's wallet; in a sandbox from one that the faucet pays for. */
async function sendByWallet({
  chain,
  manager,
  order: { account, tokens, from: shown },
  config,
  signal,
  onSent,
}: {
  chain: ChainSlug;
  manager: Address;
  order: ReleaseOrder;
  config: Config;
  signal: AbortSignal;
  onSent: (release: PendingRelease) => void;
}): Promise<ShareRelease> {
  const facts = chainIn(config, chain);
  if (facts === undefined) throw new Error(`${chain} is not configured here`);
  const reader = chainReader(chain);
  const from = facts.sandbox ? createBurner().address : shown;
  if (from === null) throw new Error("No wallet is connected");
  if (facts.sandbox && (await reader.getBalance({ address: from })) === 0n) {
    await requestEther(chain, from);
  }
  let id: Hash | null = null;
  return releaseShare({
    reader,
    signer: await signerFor(chain, config, { address: from, signal }),
    manager,
    account,
    tokens,
    pollingMs: facts.sandbox ? POLLING_MS.sandbox : POLLING_MS.real,
    onSent: (sent) => {
      id ??= sent.hash;
      onSent({ chain, manager, account, id, ...sent });
    },
  });
}
