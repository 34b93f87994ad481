import type { ReactNode } from "react";
import { ExplorerLink } from "@/components/tokens/explorer-link";
import { TokenLinks } from "@/components/tokens/token-links";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import type { ChainSlug } from "@/lib/shared/chains";
import { TokenFace } from "../token-face";

/** Description and links of the creator, below the token's image or video. */
export function TokenAbout({ chain, token }: { chain: ChainSlug; token: TokenBasicDetails }) {
  return <AboutCard chain={chain} token={token} face={<TokenFace chain={chain} token={token} />} />;
}

/** Creator content, marked as unverified. */
export function AboutCard({
  chain,
  token,
  face,
}: {
  chain: ChainSlug;
  token: Pick<TokenBasicDetails, "tokenAddress" | "description" | "socials">;
  face?: ReactNode;
}) {
  return (
    <Card data-slot="token-about" className="overflow-hidden">
      {face}
      <div className="p-4 sm:p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <h2 className="font-semibold">About</h2>
          <span className="text-faint text-xs">Provided by the creator, unverified</span>
        </div>
        {token.description === null || token.description === "" ? (
          <p className="mt-2 text-muted text-sm">No description.</p>
        ) : (
          <p className="wrap-anywhere mt-2 max-h-72 overflow-y-auto whitespace-pre-line text-muted text-sm leading-relaxed">
            <bdi>{token.description}</bdi>
          </p>
        )}
        <TokenLinks socials={token.socials} />
        <p className="mt-4 flex items-center gap-1 border-t pt-3 font-mono text-xs">
          <span className="wrap-anywhere text-muted">{token.tokenAddress}</span>
          <CopyButton text={token.tokenAddress} label="Copy token address" />
        </p>
        <ExplorerLink chain={chain} address={token.tokenAddress} />
      </div>
    </Card>
  );
}
