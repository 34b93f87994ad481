"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, Info } from "lucide-react";
import type { ReactNode } from "react";
import { AddressLink } from "@/components/tokens/address-link";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { TokenSafety } from "@/lib/features/market/schema/safety";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatDecimal } from "@/lib/web/format-decimal";
import { safetyQuery } from "@/lib/web/safety-queries";
import { VerifySafety } from "./verify-safety";

/** Rows of a list inside a fact. */
const ROWS_SHOWN = 20;

/** Facts about the risks of a token, each with its proof. */
export function SafetyCard({ chain, address }: { chain: ChainSlug; address: string }) {
  const { data, error, refetch } = useQuery(safetyQuery(chain, address));
  return (
    <Card data-slot="safety" className="p-4 text-sm sm:p-5">
      <h2 className="font-semibold">Safety facts</h2>
      <p className="mt-1 text-muted">
        Read from the chain. This is not advice: a creator may use wallets that nothing connects.
      </p>
      {data !== undefined ? (
        <>
          <div className="mt-3 border-t">
            <ContractFacts safety={data} />
            <CreatorFact chain={chain} safety={data} />
            <HolderFacts chain={chain} safety={data} />
            <BuyerFacts chain={chain} safety={data} />
          </div>
          <VerifySafety chain={chain} address={address} />
        </>
      ) : error === null ? (
        <Skeleton className="mt-3 h-80 w-full" />
      ) : (
        <ErrorState
          title="Could not load the safety facts"
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  );
}

function ContractFacts({ safety }: { safety: TokenSafety }) {
  const { supply, code, liquidity, fee } = safety;
  const burned = supply.burned === "0" ? "" : `, ${formatDecimal(supply.burned)} burned`;
  return (
    <>
      <Fact title="Fixed supply" value={formatDecimal(supply.current)} isGuaranteed>
        <p>
          {formatDecimal(supply.initial)} tokens were created at launch{burned}. No function creates
          more.
        </p>
        <Proof command={supply.proof} />
      </Fact>
      <Fact title="No mint, pause, tax or blocklist" value="No owner" isGuaranteed>
        <p>
          The token is a plain ERC-20 without an owner. All tokens of this launchpad have the same
          code.
        </p>
        {code.hash !== null && (
          <p className="wrap-anywhere mt-1 font-mono text-xs">Code hash {code.hash}</p>
        )}
        <Proof command={code.proof} />
      </Fact>
      <Fact title="Liquidity locked" value="Forever" isGuaranteed>
        <p>
          The position of the launch belongs to the pool’s hook, which has no function that removes
          it. <code className="font-mono text-xs">liquidity</code> equals{" "}
          <code className="font-mono text-xs">launched</code> in the answer.
        </p>
        <Proof command={liquidity.proof} />
      </Fact>
      <Fact title="Trading fee" value="1%" isGuaranteed>
        <p>
          Each trade pays 1% of its ETH, in basis points 100. Purchases may pay more during launch
          protection.
        </p>
        <Proof command={fee.proof} />
      </Fact>
    </>
  );
}

function CreatorFact({ chain, safety: { creator } }: { chain: ChainSlug; safety: TokenSafety }) {
  const rows = [
    ["Bought", creator.bought],
    ["Sold", creator.sold],
    ["Received", creator.received],
    ["Sent", creator.sent],
    ["Burned", creator.burned],
    ["Holds", creator.balance],
  ] as const;
  return (
    <Fact title="Creator holds" value={percent(creator.percentage)}>
      <p>
        Creator: <AddressLink chain={chain} address={creator.address} />
      </p>
      <dl className="mt-1 grid grid-cols-2 gap-x-4">
        {rows.map(([title, amount]) => (
          <div key={title} className="flex justify-between gap-2">
            <dt className="text-faint">{title}</dt>
            <dd className="nums" title={amount}>
              {formatDecimal(amount)}
            </dd>
          </div>
        ))}
      </dl>
      <Proof command={creator.proof} />
    </Fact>
  );
}

function HolderFacts({ chain, safety }: { chain: ChainSlug; safety: TokenSafety }) {
  const { topHolders, pool, otherPools } = safety;
  return (
    <>
      <Fact title="Top 10 holders" value={percent(topHolders.percentage)}>
        <p>Without the pool and the bid wall, which hold {percent(pool.percentage)}.</p>
        <ol className="mt-1">
          {topHolders.holders.map((holder) => (
            <Row key={holder.address} value={percent(holder.percentage)}>
              <AddressLink chain={chain} address={holder.address} />
              {holder.isCreator && <Badge tone="sea">creator</Badge>}
            </Row>
          ))}
        </ol>
      </Fact>
      <Fact
        title="In other Uniswap v4 pools"
        value={otherPools.percentage === 0 ? "None" : percent(otherPools.percentage)}
      >
        <p>
          Tokens that Uniswap’s PoolManager holds beyond this pool. The command reads all that it
          holds.
        </p>
        <Proof command={otherPools.proof} />
      </Fact>
    </>
  );
}

function BuyerFacts({ chain, safety }: { chain: ChainSlug; safety: TokenSafety }) {
  const { firstBlock, bundles, links } = safety;
  return (
    <>
      <Fact
        title="First-block buyers hold"
        value={firstBlock === null ? "No purchase yet" : percent(firstBlock.percentage)}
      >
        {firstBlock !== null && (
          <>
            <p>
              {count(firstBlock.buyers.length, "wallet")} bought {formatDecimal(firstBlock.bought)}{" "}
              in block {firstBlock.block} and {firstBlock.buyers.length === 1 ? "holds" : "hold"}{" "}
              {formatDecimal(firstBlock.balance)} now.
            </p>
            <ol className="mt-1">
              {firstBlock.buyers.slice(0, ROWS_SHOWN).map((buyer) => (
                <Row key={buyer.address} value={formatDecimal(buyer.balance)}>
                  <AddressLink chain={chain} address={buyer.address} />
                  {buyer.isCreator && <Badge tone="sea">creator</Badge>}
                </Row>
              ))}
            </ol>
          </>
        )}
      </Fact>
      <Fact
        title="Wallets that bought in the same block"
        value={bundles.length === 0 ? "None" : count(bundles.length, "block")}
      >
        <p>Among the blocks of the first 100 trades.</p>
        <ol className="mt-1">
          {bundles.slice(0, ROWS_SHOWN).map(({ block, wallets, bought }) => (
            <Row key={block} value={formatDecimal(bought)}>
              <span className="nums">
                {count(wallets.length, "wallet")} in block {block}
              </span>
            </Row>
          ))}
        </ol>
      </Fact>
      <Fact
        title="Transfers between these wallets"
        value={links.length === 0 ? "None" : String(links.length)}
      >
        <p>Between creator, early buyers and largest holders.</p>
        <ol className="mt-1">
          {links.slice(0, ROWS_SHOWN).map(({ from, to, amount, transactionHash }) => (
            <Row
              key={`${transactionHash}${from}${to}`}
              value={
                <TransactionLink chain={chain} hash={transactionHash}>
                  {formatDecimal(amount)}
                </TransactionLink>
              }
            >
              <AddressLink chain={chain} address={from} /> →{" "}
              <AddressLink chain={chain} address={to} />
            </Row>
          ))}
        </ol>
      </Fact>
    </>
  );
}

/** One fact; its explanation and proof open below it. */
function Fact({
  title,
  value,
  isGuaranteed = false,
  children,
}: {
  title: string;
  value: string;
  /** Whether the contracts guarantee it, as opposed to what somebody did so far. */
  isGuaranteed?: boolean;
  children: ReactNode;
}) {
  const Icon = isGuaranteed ? Check : Info;
  return (
    <details className="group border-b last:border-0">
      <summary className="flex cursor-pointer list-none items-center gap-2 py-2.5 [&::-webkit-details-marker]:hidden">
        <Icon
          aria-hidden="true"
          className={isGuaranteed ? "size-4 shrink-0 text-up" : "size-4 shrink-0 text-faint"}
        />
        <span className="min-w-0 flex-1">{title}</span>
        <span className="nums shrink-0 font-medium">{value}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-faint transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-3 pl-6 text-muted">{children}</div>
    </details>
  );
}

function Row({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-3 py-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 font-mono text-xs">
        {children}
      </span>
      <span className="nums shrink-0">{value}</span>
    </li>
  );
}

/** A command that reads the fact from any node. */
function Proof({ command }: { command: string | null }) {
  if (command === null) return null;
  return (
    <p className="mt-2 flex items-start gap-1 rounded-control bg-raised p-2">
      <code className="wrap-anywhere min-w-0 flex-1 font-mono text-ink text-xs">{command}</code>
      <CopyButton text={command} label="Copy command" className="size-7 [&_svg]:size-3.5" />
    </p>
  );
}

function percent(value: number): string {
  if (value === 0) return "0%";
  return value < 0.01 ? "<0.01%" : `${formatDecimal(value.toFixed(2))}%`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
