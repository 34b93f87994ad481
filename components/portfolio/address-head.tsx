"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { identityText } from "@/components/identity/identity-text";
import { VerificationMark } from "@/components/identity/verification-mark";
import { CurrencySwitch } from "@/components/tokens/amounts/currency-switch";
import { Money } from "@/components/tokens/amounts/money";
import { useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { TokenLinks } from "@/components/tokens/token-links";
import { useAddressName } from "@/components/tokens/use-address-name";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import type { Socials } from "@/lib/features/market/schema/tokens";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { addressQuery, launchesQuery } from "@/lib/web/portfolio-queries";
import { Figure } from "./totals";

/** The proven identities of an address, and the fees that it earned. */
export function AddressHead({
  chain,
  address,
  knownName,
}: {
  chain: ChainSlug;
  address: string;
  /** Its public name in ENS or Basenames as far as the server knows it. */
  knownName: string | null;
}) {
  const name = useAddressName(address).name ?? knownName;
  const { data } = useQuery(addressQuery(chain, address));
  const facts = useChainConfig(chain);
  const rate = useEthRate(chain);
  // Anyone can launch in another person's name: only a signed-in user is shown as the owner.
  const identity = data?.identity?.verified === true ? data.identity : null;
  return (
    <header className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere font-bold text-2xl tracking-tight sm:text-3xl">
            {identity === null && name === null ? (
              shortenAddress(address)
            ) : (
              <bdi>{identity === null ? name : identityText(identity)}</bdi>
            )}{" "}
            {identity !== null && <VerificationMark verified />}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
            {identity !== null && name !== null && <bdi className="wrap-anywhere">{name}</bdi>}
            <span className="flex min-w-0 items-center gap-1 font-mono text-xs">
              <span className="wrap-anywhere">{address}</span>
              <CopyButton text={address} label="Copy address" className="size-7" />
            </span>
            <span>{CHAINS[chain].name}</span>
            {facts !== undefined && !facts.sandbox && (
              <a
                href={`${facts.blockExplorerUrl}/address/${address}`}
                rel="nofollow noopener"
                className="inline-flex items-center gap-1.5 underline-offset-4 hover:text-ink hover:underline"
              >
                {new URL(facts.blockExplorerUrl).hostname}
                <ExternalLink aria-hidden="true" className="size-3.5" />
              </a>
            )}
          </p>
        </div>
        <CurrencySwitch />
      </div>
      <CreatorLinks chain={chain} address={address} />
      {data !== undefined && (data.totalTokens !== "0" || data.earned !== "0") && (
        <Card data-slot="creator-profile" className="p-4 sm:p-5">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
            <Figure title="Launches">{data.totalTokens}</Figure>
            <Figure title="Fees earned">
              <Money eth={data.earned} rate={rate} />
            </Figure>
            <Figure title="Claimed">
              <Money eth={data.claimed} rate={rate} />
            </Figure>
            <Figure title="Claimable">
              <Money eth={data.claimable} rate={rate} />
            </Figure>
          </dl>
          <p className="mt-3 text-faint text-xs">Referral earnings are not included.</p>
        </Card>
      )}
    </header>
  );
}

/**
 * Links that the address gave with its newest launches; they are unverified. Anyone can launch in its name,
 * so only launches that it sent itself count.
 */
function CreatorLinks({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data } = useInfiniteQuery(launchesQuery(chain, address));
  const all = data?.pages.flatMap((page) => page.launches) ?? [];
  // The page of a hidden token does not show its links either.
  const launches = all.filter(
    ({ moderation, sentByCreator }) => sentByCreator && moderation?.state !== "hidden",
  );
  const newest = (kind: keyof Socials) =>
    launches.map(({ socials }) => socials[kind]).find((link) => link !== "") ?? "";
  const links: Socials = {
    website: newest("website"),
    twitter: newest("twitter"),
    telegram: newest("telegram"),
    discord: newest("discord"),
    farcaster: newest("farcaster"),
  };
  if (Object.values(links).every((link) => link === "")) return null;
  return (
    <div data-slot="creator-links">
      <TokenLinks socials={links} />
      <p className="mt-1.5 text-faint text-xs">
        From launches that this address sent. Provided by the creator, unverified.
      </p>
    </div>
  );
}
