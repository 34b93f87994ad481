"use client";

import Link from "next/link";
import { Age } from "@/components/tokens/age";
import { Amount } from "@/components/tokens/amounts/amount";
import { TokenImage } from "@/components/tokens/token-image";
import { Card } from "@/components/ui/card";
import type { EarningsAnswer } from "@/lib/features/fees/schema/earnings";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";

const SHOWN = 12;

/** Tokens whose creator is one of the user's wallets, newest first. */
export function CreatedTokens({ earnings }: { earnings: EarningsAnswer }) {
  const parts = earnings.wallets.flatMap(({ chains }) => chains);
  const count = parts.reduce((sum, { books }) => sum + books.createdTokens, 0);
  const tokens = parts
    .flatMap(({ chain, books }) => books.tokens.map((token) => ({ chain, ...token })))
    .sort((one, other) => other.createdAt - one.createdAt)
    .slice(0, SHOWN);
  if (count === 0) return null;
  return (
    <Card data-slot="created-tokens" className="p-5 sm:p-6">
      <h2 className="font-semibold text-lg">
        Your tokens <span className="nums font-normal text-faint text-sm">{count}</span>
      </h2>
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 sm:grid-cols-2">
        {tokens.map((token) => (
          <CreatedToken key={`${token.chain}:${token.tokenAddress}`} token={token} />
        ))}
      </ul>
      {count > tokens.length && (
        <p className="mt-4 text-faint text-xs">The newest {tokens.length} are shown.</p>
      )}
    </Card>
  );
}

type Token = EarningsAnswer["wallets"][number]["chains"][number]["books"]["tokens"][number];

function CreatedToken({ token }: { token: Token & { chain: ChainSlug } }) {
  const { chain, tokenAddress, name, symbol, image, createdAt } = token;
  return (
    <li>
      <Link
        href={`/${chain}/${tokenAddress}`}
        prefetch={false}
        className="flex items-center gap-3 rounded-control hover:bg-raised"
      >
        <TokenImage address={tokenAddress} image={image} className="size-10 rounded-control" />
        <span className="min-w-0 flex-1">
          <bdi className="block truncate font-medium text-sm">{name}</bdi>
          <span className="block truncate text-faint text-xs">
            <bdi className="font-mono">{shownSymbol(symbol)}</bdi> on {CHAINS[chain].name}
          </span>
        </span>
        <span className="text-right text-sm">
          <Amount value={token.marketCapETH} unit="ETH" />
          <Age createdAt={createdAt} className="block text-faint text-xs" />
        </span>
      </Link>
    </li>
  );
}
