"use client";

import { ArrowRight } from "lucide-react";
import { useSiteFacts } from "@/components/layout/site-facts";
import { useMarketStream } from "@/components/live/use-market-stream";
import { NewestTokens } from "@/components/tokens/newest/newest-tokens";
import { buttonClass } from "@/components/ui/button";
import { PageLink } from "@/components/ui/page-link";
import { TopTokens } from "./top-tokens";

/** Live tokens of the start page: the newest ones, and the largest ones. */
export function StartTokens() {
  const chains = useSiteFacts().dataChains;
  useMarketStream(chains);
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] gap-7 px-4 py-5 sm:px-6">
      <NewestTokens chains={chains} />
      <TopTokens chains={chains} />
      <p className="text-center">
        <PageLink href="/explore" className={buttonClass()}>
          Explore all tokens
          <ArrowRight aria-hidden="true" className="size-4" />
        </PageLink>
      </p>
    </div>
  );
}
