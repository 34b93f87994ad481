"use client";

import { ExplorerProblem } from "@/components/explorer/explorer-problem";
import {
  ExplorerRow,
  ExplorerRowHead,
  ExplorerRowSkeleton,
} from "@/components/explorer/explorer-row";
import { readExplorerState } from "@/components/explorer/explorer-state";
import { useTokenPages } from "@/components/explorer/use-token-pages";
import { useWide } from "@/components/explorer/use-wide";
import { Card } from "@/components/ui/card";
import type { ChainSlug } from "@/lib/shared/chains";
import { TOP_TOKENS } from "./top-list";

const SHOWN = 10;
const PLACES = Array.from({ length: SHOWN }, (_, place) => place);
const TOP = readExplorerState(new URLSearchParams());

/** The tokens with the highest market caps, live. */
export function TopTokens({ chains }: { chains: readonly ChainSlug[] }) {
  const pages = useTokenPages(chains, TOP, TOP_TOKENS.limit);
  const tokens = pages.tokens.slice(0, SHOWN);
  const isWide = useWide();
  const isEmpty = pages.status === "ready" && tokens.length === 0;
  return (
    <section aria-labelledby="top-title" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="top-title" className="font-semibold text-title">
        Top tokens
      </h2>
      {pages.status === "error" || isEmpty ? (
        <ExplorerProblem pages={pages} />
      ) : (
        <Card className="min-h-160 overflow-hidden sm:min-h-[42.5rem]">
          <ExplorerRowHead />
          <ol>
            {pages.status === "loading"
              ? PLACES.map((place) => (
                  <li key={place}>
                    <ExplorerRowSkeleton />
                  </li>
                ))
              : tokens.map((token, place) => (
                  <li key={token.key} className="when-seen h-16 border-b last:border-b-0">
                    <ExplorerRow
                      token={token}
                      rank={place + 1}
                      showChain={chains.length > 1}
                      isWide={isWide}
                    />
                  </li>
                ))}
          </ol>
        </Card>
      )}
    </section>
  );
}
