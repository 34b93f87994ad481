import Link from "next/link";
import { TokenImage } from "@/components/tokens/token-image";
import { Badge } from "@/components/ui/badge";
import type { ChainSlug } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";

/**
 * A token in a table: image, symbol and name, linked to its page. A hidden token stays in the
 * table without its image, as on its page.
 */
export function TokenCell({
  chain,
  token,
}: {
  chain: ChainSlug;
  token: {
    tokenAddress: string;
    symbol: string;
    name: string;
    image?: string | null;
    moderation?: { state: string } | undefined;
  };
}) {
  const { tokenAddress, symbol, name, image, moderation } = token;
  const isHidden = moderation?.state === "hidden";
  return (
    <Link
      href={`/${chain}/${tokenAddress}`}
      prefetch={false}
      className="flex min-w-0 items-center gap-2.5 underline-offset-4 hover:underline"
    >
      {image !== undefined && (
        <TokenImage
          address={tokenAddress}
          image={isHidden ? null : image}
          isBlurred={moderation?.state === "blurred"}
          className="size-8 rounded-full"
        />
      )}
      <span className="min-w-0">
        <bdi className="block max-w-24 sm:max-w-40 truncate font-medium">{shownSymbol(symbol)}</bdi>
        <bdi className="block max-w-24 sm:max-w-40 truncate text-faint text-xs">{name}</bdi>
      </span>
      {isHidden && <Badge>hidden</Badge>}
    </Link>
  );
}
