import Link from "next/link";
import { Skeleton } from "@/components/ui/skeleton";
import { CHAINS } from "@/lib/domain/chains";
import { Address } from "./address";
import { Age } from "./age";
import { Amount } from "./amount";
import { TokenImage } from "./token-image";
import type { ChainToken } from "./token-lists";

const COLUMNS =
  "grid h-full grid-cols-[1.25rem_1fr_auto] items-center gap-x-3 px-4 sm:grid-cols-[1.5rem_minmax(0,1fr)_8rem_4rem_7rem] lg:grid-cols-[1.5rem_minmax(0,19rem)_minmax(0,1fr)_9rem_4rem_7.5rem] lg:gap-x-6 sm:px-5";

/** Headings of the columns, for the eye; each value carries its own name for screen readers. */
export function TokenRowHead({ showChain }: { showChain: boolean }) {
  return (
    <div
      aria-hidden="true"
      className="hidden h-10 border-b font-mono text-faint text-micro uppercase sm:block"
    >
      <div className={COLUMNS}>
        <span>#</span>
        <span>{showChain ? "Token, chain" : "Token"}</span>
        <span className="hidden lg:block">About</span>
        <span>Address</span>
        <span className="text-right">Age</span>
        <span className="text-right">Market cap</span>
      </div>
    </div>
  );
}

export function TokenRow({
  token,
  rank,
  showChain,
}: {
  token: ChainToken;
  rank: number;
  showChain: boolean;
}) {
  return (
    <article data-slot="token-row" className={`${COLUMNS} group relative hover:bg-raised/60`}>
      <span className="nums text-faint text-sm">
        <span className="sr-only">Rank </span>
        {rank}
      </span>
      <div className="flex min-w-0 items-center gap-3">
        <TokenImage
          address={token.tokenAddress}
          image={token.image}
          className="size-10 rounded-[0.625rem]"
        />
        <div className="min-w-0">
          <h3 className="truncate font-semibold text-[0.9375rem] leading-5">
            <Link
              href={`/${token.chain}/${token.tokenAddress}`}
              prefetch={false}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent-text focus-visible:after:-outline-offset-2"
            >
              <bdi>{token.name}</bdi>
            </Link>
          </h3>
          <p className="truncate text-faint text-xs">
            <bdi className="font-mono">{token.symbol}</bdi>
            {showChain && <span> · {CHAINS[token.chain].name}</span>}
            <span className="sm:hidden">
              {" "}
              · <Age createdAt={token.createdAt} />
            </span>
          </p>
        </div>
      </div>
      <p className="hidden truncate text-muted text-sm lg:block">
        <bdi>{token.description}</bdi>
      </p>
      <Address address={token.tokenAddress} className="hidden sm:inline-flex" />
      <p className="hidden text-right text-muted text-sm sm:block">
        <span className="sr-only">Age </span>
        <Age createdAt={token.createdAt} />
      </p>
      <p className="text-right font-semibold text-sm">
        <span className="sr-only">Market cap </span>
        <Amount value={token.marketCapETH} unit="ETH" />
      </p>
    </article>
  );
}

export function TokenRowSkeleton() {
  return (
    <div className={COLUMNS}>
      <Skeleton className="h-3 w-3" />
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-[0.625rem]" />
        <div className="grid grow gap-2">
          <Skeleton className="h-3.5 w-1/2" />
          <Skeleton className="h-2.5 w-1/4" />
        </div>
      </div>
      <Skeleton className="hidden h-3 w-3/5 lg:block" />
      <Skeleton className="hidden h-3 w-24 sm:block" />
      <Skeleton className="ml-auto hidden h-3 w-8 sm:block" />
      <Skeleton className="ml-auto h-3 w-16" />
    </div>
  );
}
