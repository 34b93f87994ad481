"use client";

import type { CSSProperties } from "react";
import { Card } from "@/components/ui/card";
import type { ChainSlug } from "@/lib/domain/chains";
import { ListHeader } from "./list-header";
import { ListProblem } from "./list-problem";
import { tokenKey } from "./token-lists";
import { TokenRow, TokenRowHead, TokenRowSkeleton } from "./token-row";
import { useHeldTokens } from "./use-held-tokens";
import { useTokenList } from "./use-token-list";

const LIMIT = 25;
const SKELETONS = Array.from({ length: 6 }, (_, place) => place);

const at = (slot: number) => ({ "--slot": slot }) as CSSProperties;

/** The tokens with the highest market cap. Rows glide to a new rank, but not under the pointer. */
export function TopTokens({ chains }: { chains: readonly ChainSlug[] }) {
  const list = useTokenList("top", chains, LIMIT);
  const { visible, hold, follow } = useHeldTokens(list.tokens);
  const rows = list.status === "ready" ? Math.max(visible.length, 1) : SKELETONS.length;
  if (list.status === "unserved") return null;
  return (
    <section aria-labelledby="top-title" className="flex flex-col gap-4">
      <ListHeader id="top-title" title="Top by market cap" list={list} />
      <Card className="relative overflow-hidden">
        <TokenRowHead showChain={chains.length > 1} />
        <ol
          className="rows"
          style={{ "--places": rows } as CSSProperties}
          onPointerEnter={(event) => event.pointerType === "mouse" && hold()}
          onPointerLeave={follow}
          onFocus={hold}
          onBlur={follow}
        >
          {list.status === "loading" &&
            SKELETONS.map((place) => (
              <li key={place} className="row" style={at(place)}>
                <TokenRowSkeleton />
              </li>
            ))}
          {list.status === "ready" &&
            visible.map((token, slot) => (
              <li key={tokenKey(token)} className="row" style={at(slot)}>
                <TokenRow token={token} rank={slot + 1} showChain={chains.length > 1} />
              </li>
            ))}
        </ol>
        {list.status === "ready" && visible.length === 0 && (
          <p className="absolute inset-x-0 bottom-0 flex h-16 items-center justify-center text-muted text-sm">
            The ranking starts with the first launch.
          </p>
        )}
        <ListProblem list={list} chains={chains} className="absolute inset-0" />
      </Card>
    </section>
  );
}
