"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type FormEvent, useState } from "react";
import { formatEther, isAddress } from "viem";
import { Address } from "@/components/tokens/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDecimal } from "@/lib/client/format-decimal";
import { formatPercent } from "@/lib/client/percent";
import type { ManagerFacts } from "@/lib/client/read-manager";
import { CHAIN_SLUGS, CHAINS, type ChainSlug, isChainSlug } from "@/lib/domain/chains";
import { ManagedTokens } from "./managed-tokens";
import { showBps } from "./manager-forms";
import { managerQuery } from "./manager-query";

const KINDS = {
  revenue: "Revenue manager",
  static_split: "Fee split, shares for good",
  dynamic_split: "Fee split, shares can change",
} as const;

/** Looks a manager up by its address; which one stands in the page's address. */
export function ManagerLookup() {
  const pathname = usePathname();
  const params = useSearchParams();
  const asked = params.get("address") ?? "";
  const chainText = params.get("chain") ?? "base";
  const chain: ChainSlug = isChainSlug(chainText) ? chainText : "base";
  const [typed, setTyped] = useState(asked);
  const [isWrong, setWrong] = useState(false);
  const go = (next: { chain: ChainSlug; address: string }) => {
    const isRight = isAddress(next.address, { strict: false });
    setWrong(!isRight && next.address !== "");
    if (isRight) {
      window.history.replaceState(null, "", `${pathname}?${new URLSearchParams(next)}`);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go({ chain, address: typed.trim() });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <form
        onSubmit={submit}
        className="grid gap-x-3 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
      >
        <Field label="Chain">
          {(control) => (
            <Select
              {...control}
              value={chain}
              onChange={(event) => {
                const { value } = event.target;
                if (isChainSlug(value)) go({ chain: value, address: typed.trim() });
              }}
            >
              {CHAIN_SLUGS.map((slug) => (
                <option key={slug} value={slug}>
                  {CHAINS[slug].name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Address" error={isWrong ? "must be 0x and 40 hex characters" : undefined}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              placeholder="0x…"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
        <Button type="submit" className="h-11 sm:mt-[1.6875rem]">
          <Search aria-hidden="true" className="size-4" />
          Look up
        </Button>
      </form>
      {isAddress(asked, { strict: false }) && <Manager chain={chain} address={asked} />}
    </div>
  );
}

function Manager({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data, error, refetch } = useQuery(managerQuery(chain, address));
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="h-64 w-full rounded-card" />
    ) : (
      <ErrorState
        title="The manager can’t be read"
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.kind === "none") {
    return (
      <Card>
        <EmptyState title={`No manager of this launchpad on ${CHAINS[chain].name}`}>
          The address may be of another chain, or of a contract that somebody else made.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card className="p-5 sm:p-6">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold text-lg">{KINDS[data.kind]}</span>
        <Badge>{CHAINS[chain].name}</Badge>
      </p>
      <dl className="mt-4 grid gap-2 text-sm">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-faint">Owner</dt>
          <dd>
            <Address address={data.owner} />
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-faint">
            {data.kind === "revenue" ? "Protocol fee" : "Creator first"}
          </dt>
          <dd className="nums">
            {showBps(data.kind === "revenue" ? data.protocolFeeBps : data.creatorShareBps)}
          </dd>
        </div>
      </dl>
      <Earners facts={data} />
      <ManagedTokens chain={chain} manager={address} />
    </Card>
  );
}

function Earners({ facts }: { facts: Exclude<ManagerFacts, { kind: "none" }> }) {
  return (
    <div className="mt-5 overflow-x-auto border-t pt-4">
      <table className="nums w-full text-sm">
        <caption className="mb-2 text-left font-medium">Who earns here</caption>
        <thead>
          <tr className="text-left text-faint text-xs">
            <th scope="col" className="py-1.5 font-normal">
              Wallet
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Share
            </th>
            <th scope="col" className="py-1.5 text-right font-normal">
              Waiting
            </th>
          </tr>
        </thead>
        <tbody>
          {facts.earners.map(({ account, share, claimableWei }) => (
            <tr key={account} className="border-t">
              <td className="py-1.5">
                <Address address={account} />
              </td>
              <td className="py-1.5 text-right">
                {share === null ? "–" : `${formatPercent(share, 5)} %`}
              </td>
              <td className="whitespace-nowrap py-1.5 text-right">
                {formatDecimal(formatEther(claimableWei))} ETH
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
