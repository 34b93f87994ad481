import type { ReactNode } from "react";
import { firstListOf, readExplorerState } from "@/components/explorer/explorer-state";
import { NEWEST_TOKENS } from "@/components/tokens/newest/newest-limit";
import type { ChainSlug } from "@/lib/shared/chains";
import { FirstLists } from "./first-lists";
import { pageData } from "./page-data";

export type SearchParams = Record<string, string | string[] | undefined>;

/** A page of the explorer with its first rows. @param chain null for all chains with token data */
export function ExplorerPage({
  chain,
  search,
  children,
}: {
  chain: ChainSlug | null;
  search: SearchParams;
  children: ReactNode;
}) {
  const { dataChains } = pageData().facts;
  const chains = chain === null ? dataChains : dataChains.filter((slug) => slug === chain);
  const sorted = firstListOf(readExplorerState(toParams(search)));
  return (
    <FirstLists chains={chains} newest={NEWEST_TOKENS} sorted={sorted}>
      {children}
    </FirstLists>
  );
}

function toParams(search: SearchParams): URLSearchParams {
  const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
  return new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => {
      const text = first(value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
