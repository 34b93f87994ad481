"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Amount } from "@/components/tokens/amounts/amount";
import { listTokens } from "@/lib/features/market/operations/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { operationQuery } from "@/lib/web/operation-query";

const SHOWN = 8;

/** Tokens launched with a manager, largest first. */
export function ManagedTokens({ chain, manager }: { chain: ChainSlug; manager: string }) {
  const query = { manager, limit: String(SHOWN) };
  const { data } = useQuery(operationQuery(listTokens, { params: { chain }, query }));
  if (data === undefined) return null;
  return (
    <div className="mt-5 border-t pt-4 text-sm">
      <h3 className="font-medium">Tokens</h3>
      {data.data.length === 0 ? (
        <p className="mt-2 text-muted">No tokens of this manager are listed.</p>
      ) : (
        <ul className="mt-2 grid gap-1.5">
          {data.data.map((token) => (
            <li key={token.tokenAddress} className="flex justify-between gap-4">
              <Link
                href={`/${chain}/${token.tokenAddress}`}
                className="min-w-0 truncate underline-offset-4 hover:underline"
              >
                <bdi>{token.name}</bdi>
              </Link>
              <Amount value={token.marketCapETH} unit="ETH" />
            </li>
          ))}
        </ul>
      )}
      {data.data.length === SHOWN && (
        <p className="mt-2">
          <Link
            href={`/${chain}?manager=${manager}`}
            className="text-muted underline underline-offset-4"
          >
            All tokens of this manager
          </Link>
        </p>
      )}
    </div>
  );
}
