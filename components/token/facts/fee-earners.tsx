"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { identityText } from "@/components/identity/identity-text";
import { VerificationMark } from "@/components/identity/verification-mark";
import { managerPath } from "@/components/layout/manager-link";
import { useSiteFacts } from "@/components/layout/site-facts";
import { Money } from "@/components/tokens/amounts/money";
import { type EthRate, useEthRate } from "@/components/tokens/amounts/use-eth-rate";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import type { TokenFees } from "@/lib/features/market/schema/fees";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatExact } from "@/lib/web/format/format-decimal";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { tokenFeesQuery } from "@/lib/web/token/activity-queries";
import { tokenDetailsQuery } from "@/lib/web/token/token-queries";

type Earner = TokenFees["earners"][number];

const ROLES: Record<Earner["role"], string> = {
  creator: "creator",
  recipient: "recipient",
  protocol: "protocol",
  buyback: "bid wall",
};
const COLORS = 6;
const SHOWN_MAX = 8;

/** Earners of the fees with their shares, and the amounts so far. */
export function FeeEarners({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data } = useQuery(tokenFeesQuery(chain, address));
  return (
    <Card data-slot="fee-earners" className="p-4 sm:p-5">
      <h2 className="font-semibold">Fee earners</h2>
      <p className="mt-1 text-muted text-xs">
        1% of every trade, paid in ETH.
        <Exceptions chain={chain} address={address} />
      </p>
      {data === undefined ? (
        <Skeleton className="mt-4 h-40 w-full rounded-control" />
      ) : (
        <Split chain={chain} fees={data} />
      )}
    </Card>
  );
}

/** Fees of launch protection and of referrers, which the shares do not show. */
function Exceptions({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data } = useQuery(tokenDetailsQuery(chain, address));
  if (data === undefined) return null;
  const { launchProtection, referralShare } = data;
  return (
    <>
      {launchProtection !== null && " Launch protection adds a fee that goes to the bid wall."}
      {referralShare > 0 && ` Referrers earn ${referralShare}% of it, out of the creator share.`}
    </>
  );
}

function Split({ chain, fees }: { chain: ChainSlug; fees: TokenFees }) {
  const rate = useEthRate(chain);
  const { hidden } = useSiteFacts().brand;
  const earners = [...fees.earners].sort(
    (one, other) =>
      Number(one.role === "buyback") - Number(other.role === "buyback") ||
      other.percentage - one.percentage,
  );
  const shown = earners.slice(0, SHOWN_MAX);
  const isManaged = fees.manager !== null;
  return (
    <>
      <ShareBar earners={earners} />
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
        {shown.map((earner, index) => (
          <li key={keyOf(earner)} className="flex items-center gap-2.5 text-sm">
            <span
              aria-hidden="true"
              className="size-2.5 shrink-0 rounded-full"
              style={{ background: colorOf(earner, index) }}
            />
            <EarnerName chain={chain} earner={earner} />
            <span className="nums ml-auto whitespace-nowrap">
              {formatExact(earner.percentage)}%
            </span>
          </li>
        ))}
      </ul>
      {earners.length > shown.length && (
        <p className="mt-2 text-faint text-xs">and {earners.length - shown.length} more</p>
      )}
      <dl className="mt-4 grid grid-cols-3 gap-2 border-t pt-3 text-xs">
        <Sum rate={rate} title="Earned" value={fees.earned} />
        {/* A manager may still owe its earners what it has collected. */}
        <Sum
          rate={rate}
          title={isManaged ? "Collected by the manager" : "Paid out"}
          value={fees.claimed}
        />
        <Sum
          rate={rate}
          title={isManaged ? "Not collected yet" : "Unpaid"}
          value={fees.claimable}
        />
      </dl>
      {fees.manager !== null && !hidden.includes("managers") && (
        <p className="mt-3 text-xs">
          <Link
            href={managerPath(chain, fees.manager)}
            prefetch={false}
            className="text-muted underline underline-offset-4 hover:text-ink"
          >
            View the manager
          </Link>{" "}
          <span className="text-faint">that shares and pays out these fees.</span>
        </p>
      )}
    </>
  );
}

function ShareBar({ earners }: { earners: TokenFees["earners"] }) {
  return (
    <div aria-hidden="true" className="mt-4 flex h-4 gap-0.5 overflow-hidden rounded-md">
      {earners.map((earner, index) => (
        <span
          key={keyOf(earner)}
          className="min-w-0.5"
          style={{
            flexGrow: earner.percentage,
            flexBasis: 0,
            background: colorOf(earner, index),
          }}
        />
      ))}
    </div>
  );
}

function EarnerName({ chain, earner }: { chain: ChainSlug; earner: Earner }) {
  const { identity, address, role } = earner;
  if (role === "buyback" || address === null) {
    return (
      <span className="min-w-0 truncate">
        Buybacks <span className="text-faint text-xs">{ROLES.buyback}</span>
      </span>
    );
  }
  return (
    <span className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-1">
        <Link
          href={`/${chain}?owner=${address}`}
          prefetch={false}
          title={address}
          className={cn(
            "max-w-full truncate underline-offset-4 hover:underline",
            identity === null ? "font-mono text-xs" : "font-medium",
          )}
        >
          <bdi>{identity === null ? shortenAddress(address) : identityText(identity)}</bdi>
        </Link>
        {identity !== null && <VerificationMark verified={identity.verified} />}
      </span>
      <span className="block truncate text-faint text-xs">{ROLES[role]}</span>
    </span>
  );
}

function keyOf({ role, address }: Earner): string {
  return `${role}:${address ?? ""}`;
}

function colorOf({ role }: Earner, index: number): string {
  return role === "buyback" ? "var(--line-strong)" : `var(--chart-${(index % COLORS) + 1})`;
}

function Sum({ title, value, rate }: { title: string; value: string; rate: EthRate }) {
  return (
    <div>
      <dt className="text-faint">{title}</dt>
      <dd className="mt-0.5">
        <Money eth={value} rate={rate} />
      </dd>
    </div>
  );
}
