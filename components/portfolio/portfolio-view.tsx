"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { CurrencySwitch } from "@/components/tokens/amounts/currency-switch";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { configQuery } from "@/lib/web/queries";
import { AddressTabs } from "./address-view";
import { useChainOfWallet } from "./use-chain-of-wallet";
import { type OwnAddress, useOwnAccount, useOwnAddresses } from "./use-own-addresses";

const KINDS = { burner: "Burner", wallet: "Wallet", managed: "Managed wallet" } as const;

/** The positions of the reader's own addresses, chain by chain. */
export function PortfolioView({ chains }: { chains: readonly ChainSlug[] }) {
  const [chosen, setChain] = useState<ChainSlug | null>(null);
  const chainOfWallet = useChainOfWallet(chains);
  const chain = chosen ?? chainOfWallet ?? chains[0];
  const { data, error, refetch } = useQuery(configQuery());
  if (chain === undefined)
    return <EmptyState title="No chains">This launchpad serves no chain.</EmptyState>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-3">
        {chains.length > 1 && (
          <Segmented
            label="Chain"
            name="portfolio-chain"
            value={chain}
            options={chains.map((value) => ({ value, title: CHAINS[value].name }))}
            onChoose={setChain}
          />
        )}
        <CurrencySwitch />
      </div>
      {data !== undefined ? (
        <OfChain key={chain} chain={chain} />
      ) : error === null ? (
        <Skeleton className="h-72 w-full rounded-card" />
      ) : (
        <ErrorState
          title="Could not load your portfolio"
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

function OfChain({ chain }: { chain: ChainSlug }) {
  const own = useOwnAddresses(chain);
  const { isLoading, error, refetch } = useOwnAccount();
  const [chosen, setChosen] = useState<string | null>(null);
  const selected = own.find(({ address }) => address === chosen) ?? own[0];
  if (selected === undefined) {
    if (isLoading) return <Skeleton className="h-72 w-full rounded-card" />;
    if (error === null) return <NoWallet chain={chain} />;
    return (
      <ErrorState
        title="Could not load your wallets"
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <Addresses chain={chain} own={own} selected={selected} onSelect={setChosen} />
      <AddressTabs key={selected.address} chain={chain} address={selected.address} />
    </>
  );
}

function NoWallet({ chain }: { chain: ChainSlug }) {
  return (
    <Card>
      <EmptyState
        title={`No wallet on ${CHAINS[chain].name}`}
        action={
          <Link href="/account" className={buttonClass({ variant: "primary" })}>
            Sign in
          </Link>
        }
      >
        Connect a wallet with the account button, or sign in to see the wallet that holds your
        earnings.
      </EmptyState>
    </Card>
  );
}

function Addresses({
  chain,
  own,
  selected,
  onSelect,
}: {
  chain: ChainSlug;
  own: OwnAddress[];
  selected: OwnAddress;
  onSelect: (address: string) => void;
}) {
  const title = ({ address, kind }: OwnAddress) => `${KINDS[kind]} ${shortenAddress(address)}`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {own.length > 1 ? (
        <Segmented
          label="Wallet"
          name="portfolio-wallet"
          value={selected.address}
          options={own.map((one) => ({ value: one.address, title: title(one) }))}
          onChoose={onSelect}
          className="flex-wrap"
        />
      ) : (
        <span className="text-muted">{title(selected)}</span>
      )}
      <Link
        href={`/${chain}/address/${selected.address}`}
        className="text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        Public page
      </Link>
    </div>
  );
}
