import { NewestTokens } from "@/components/tokens/newest-tokens";
import { TopTokens } from "@/components/tokens/top-tokens";
import type { ChainSlug } from "@/lib/domain/chains";
import { Hero } from "./hero";

/** The start page of one chain or of several together. */
export function Explorer({
  chains,
  exampleChain,
  origin,
}: {
  chains: readonly ChainSlug[];
  exampleChain: ChainSlug;
  origin: string;
}) {
  return (
    <>
      <Hero chain={exampleChain} origin={origin} />
      <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] gap-9 px-4 py-7 sm:px-6 sm:py-8">
        <NewestTokens chains={chains} />
        <TopTokens chains={chains} />
      </div>
    </>
  );
}
