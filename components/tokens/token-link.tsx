import Link from "next/link";
import { cn } from "@/components/ui/cn";
import type { ChainSlug } from "@/lib/shared/chains";

/** The name of a token as a link. It covers the whole card or row, which has to be `relative`. */
export function TokenLink({
  token: { chain, tokenAddress, name },
  className,
}: {
  token: { chain: ChainSlug; tokenAddress: string; name: string };
  className?: string;
}) {
  return (
    <Link
      href={`/${chain}/${tokenAddress}`}
      prefetch={false}
      className={cn(
        "after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent-text focus-visible:after:-outline-offset-2",
        className,
      )}
    >
      <bdi className="block truncate text-left">{name}</bdi>
    </Link>
  );
}
