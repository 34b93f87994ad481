"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { type Address, formatEther } from "viem";
import { identityText } from "@/components/identity/identity-text";
import { VerificationMark } from "@/components/identity/verification-mark";
import { Amount } from "@/components/tokens/amounts/amount";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inPart } from "@/components/ui/part-boundary";
import { Spinner } from "@/components/ui/spinner";
import { StopWaiting } from "@/components/wallet/stop-waiting";
import { useAccount, useSignedIn } from "@/components/wallet/use-account";
import type { ChainSlug } from "@/lib/shared/chains";
import { ownAccountQuery } from "@/lib/web/account/own-account-query";
import { formatExact } from "@/lib/web/format/format-decimal";
import { formatPercent } from "@/lib/web/format/percent";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import type { ManagerEarner, ManagerFacts } from "@/lib/web/managers/read-manager";
import { configQuery } from "@/lib/web/queries";
import { type EarnerPart, managerPartsQuery } from "./manager-parts-query";
import { TOKENS_MAX } from "./manager-query";
import { ReleaseOutcome } from "./release-outcome";
import { useRelease } from "./use-release";

const ConnectDialog = inPart(
  dynamic(
    () => import("@/components/wallet/connect-dialog").then((module) => module.ConnectDialog),
    { ssr: false },
  ),
);

type Known = Exclude<ManagerFacts, { kind: "none" }>;

type ManagerEarnersProps = {
  chain: ChainSlug;
  manager: string;
  facts: Known;
  /** Whether the Data API serves the chain, so that paid amounts are known. */
  hasData: boolean;
};

/** Recipients of a manager with paid and unpaid amounts, and the payout button. */
export function ManagerEarners({ chain, manager, facts, hasData }: ManagerEarnersProps) {
  const accounts = facts.earners.map(({ account }) => account);
  const parts = useQuery(managerPartsQuery(chain, manager, hasData ? accounts : []));
  const config = useQuery(configQuery());
  const ownWallets = useOwnWallets();
  const visitor = useAccount(chain);
  const release = useRelease(chain, manager);
  const [isConnecting, setConnecting] = useState(false);
  const target = release.isPending ? release.variables.account : null;

  const start = (account: Address) => {
    const isOwn = ownWallets.includes(account);
    const needsWallet = visitor.status === "absent" && !visitor.sandbox;
    if (!isOwn && needsWallet) return setConnecting(true);
    const from = visitor.status === "present" ? visitor.address : null;
    release.mutate({ account, tokens: facts.tokens, isOwn, from });
  };
  return (
    <section className="mt-5 border-t pt-4" aria-label="Recipients">
      <h3 className="font-medium text-sm">Recipients</h3>
      <p className="mt-1 text-faint text-xs">
        Anyone can trigger a payout; funds only go to the recipient.
        {facts.tokens.length >= TOKENS_MAX &&
          ` Only the income of the newest ${TOKENS_MAX} tokens, and of those with the most, is counted here.`}
        {!facts.isComplete && " Earlier recipients may be missing here and in the total."}
      </p>
      <table className="nums mt-2 w-full text-sm">
        <Head hasData={hasData} />
        <tbody>
          {facts.earners.map((earner) => (
            <EarnerRow
              key={earner.account}
              earner={earner}
              part={parts.data?.find(({ account }) => account === earner.account)}
              hasData={hasData}
              isOwn={ownWallets.includes(earner.account)}
              isReleasing={target === earner.account}
              isBusy={release.isPending}
              onRelease={() => start(earner.account)}
            />
          ))}
        </tbody>
      </table>
      {release.stop && <StopWaiting onStop={release.stop} />}
      <ReleaseOutcome
        chain={chain}
        done={release.data ?? null}
        error={release.error}
        visitor={visitor}
        config={config.data}
      />
      {isConnecting && config.data !== undefined && (
        <ConnectDialog config={config.data} onClose={() => setConnecting(false)} />
      )}
    </section>
  );
}

function useOwnWallets(): readonly string[] {
  const isSignedIn = useSignedIn() !== null;
  const own = useQuery({ ...ownAccountQuery(), enabled: isSignedIn });
  return own.data?.account.wallets.map(({ address }) => address) ?? [];
}

function Head({ hasData }: { hasData: boolean }) {
  return (
    <thead>
      <tr className="text-left text-faint text-xs [&>th]:py-1.5 [&>th]:font-normal">
        <th scope="col">Recipient</th>
        <th scope="col" className="text-right max-sm:hidden">
          Share
        </th>
        {hasData && (
          <th scope="col" className="text-right max-sm:hidden">
            Paid out
          </th>
        )}
        <th scope="col" className="text-right max-sm:hidden">
          Unpaid
        </th>
        <th scope="col">
          <span className="sr-only">Pay out</span>
        </th>
      </tr>
    </thead>
  );
}

type EarnerRowProps = {
  earner: ManagerEarner;
  part: EarnerPart | undefined;
  hasData: boolean;
  isOwn: boolean;
  isReleasing: boolean;
  isBusy: boolean;
  onRelease: () => void;
};

function EarnerRow(props: EarnerRowProps) {
  const { earner, part, hasData, isOwn, isReleasing, isBusy, onRelease } = props;
  const { account, role, share, claimableWei } = earner;
  const shareText = share === null ? role : `${formatExact(formatPercent(share, 5))}%`;
  const claimed = part?.claimed ?? null;
  const released = claimed === null ? <span>–</span> : <Amount value={claimed} unit="ETH" />;
  return (
    <tr className="border-t align-top [&>td]:py-2.5">
      <td className="w-full max-w-0 sm:w-2/5">
        <EarnerName account={account} part={part} isOwn={isOwn} />
        <span className="mt-0.5 block text-faint text-xs sm:hidden">
          {shareText}
          {hasData && <>, paid out {released}</>}
        </span>
        <span className="block text-xs sm:hidden">
          unpaid <Amount value={formatEther(claimableWei)} unit="ETH" />
        </span>
      </td>
      <td className="whitespace-nowrap text-right max-sm:hidden">{shareText}</td>
      {hasData && <td className="whitespace-nowrap pl-3 text-right max-sm:hidden">{released}</td>}
      <td className="whitespace-nowrap pl-3 text-right max-sm:hidden">
        <Amount value={formatEther(claimableWei)} unit="ETH" />
      </td>
      <td className="w-0 pl-3 text-right">
        <Button
          size="small"
          className="h-7 w-20 px-0"
          disabled={claimableWei === 0n || isBusy}
          aria-label={`Pay out to ${shortenAddress(account)}`}
          onClick={onRelease}
        >
          {isReleasing ? <Spinner className="size-3.5" /> : "Pay out"}
        </Button>
      </td>
    </tr>
  );
}

function EarnerName({
  account,
  part,
  isOwn,
}: {
  account: string;
  part: EarnerPart | undefined;
  isOwn: boolean;
}) {
  const identity = part?.identity ?? null;
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      {identity !== null && (
        <>
          <bdi className="max-w-full truncate font-medium">{identityText(identity)}</bdi>
          <VerificationMark verified={identity.verified} />
        </>
      )}
      <span title={account} className={cn("font-mono text-xs", identity !== null && "text-faint")}>
        {shortenAddress(account)}
      </span>
      {isOwn && <span className="text-sea-text text-xs">you</span>}
    </span>
  );
}
