"use client";

import { ExternalLink } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";

/**
 * Link to a transaction in the block explorer; on sandbox chains, a button that copies its hash.
 */
export function CopyableTransactionLink({
  chain,
  hash,
  className,
}: {
  chain: ChainSlug;
  hash: string;
  className?: string;
}) {
  const sandbox = useChainConfig(chain)?.sandbox ?? true;
  const shape = cn("inline-flex h-7 items-center gap-1.5 font-mono text-muted text-xs", className);
  if (sandbox) {
    return (
      <span className={shape}>
        <span title={hash}>{shortenAddress(hash)}</span>
        <CopyButton text={hash} label="Copy transaction hash" className="size-7 [&_svg]:size-3.5" />
      </span>
    );
  }
  return (
    <a
      href={`${CHAINS[chain].blockExplorerUrl}/tx/${hash}`}
      target="_blank"
      rel="nofollow noopener"
      className={cn(shape, "underline-offset-4 hover:text-ink hover:underline")}
    >
      {shortenAddress(hash)}
      <ExternalLink aria-hidden="true" className="size-3.5" />
      <span className="sr-only">View the transaction on {CHAINS[chain].name}’s explorer</span>
    </a>
  );
}
