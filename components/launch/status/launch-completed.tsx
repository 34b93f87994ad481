"use client";

import { Share2, ShoppingCart } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Address } from "@/components/tokens/address";
import { TokenImage } from "@/components/tokens/token-image";
import { useIsOpen } from "@/components/tokens/use-is-open";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { LaunchStatus } from "@/lib/features/launch/schema/answers";
import type { ChainSlug } from "@/lib/shared/chains";
import { shownSymbol } from "@/lib/shared/text/shown-symbol";
import { formatTime } from "@/lib/web/format/format-time";

/** The launched token with the next actions: buy, view, share. */
export function LaunchCompleted({
  chain,
  status,
}: {
  chain: ChainSlug;
  status: Extract<LaunchStatus, { state: "completed" }>;
}) {
  const { address, name, symbol, imageIpfs } = status.collectionToken;
  const path = `/${chain}/${address}`;
  const { startTime = 0 } = status;
  const isOpen = useIsOpen(startTime);
  return (
    <Card className="grid gap-5 p-5 sm:grid-cols-[8rem_minmax(0,1fr)] sm:p-6">
      <TokenImage
        px={128}
        address={address}
        image={`/ipfs/${imageIpfs}`}
        eager
        className="w-32 rounded-card"
      />
      <div className="min-w-0">
        <p className="font-semibold text-xl">
          <bdi className="block truncate text-left">{name}</bdi>
        </p>
        <p className="font-mono text-faint text-sm">
          <bdi>{shownSymbol(symbol)}</bdi>
        </p>
        <Address address={address} className="mt-1.5" />
        {!isOpen && (
          <p className="mt-1.5 text-muted text-sm">Trading opens {formatTime(startTime)}.</p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          {isOpen && (
            <Link href={`${path}?trade=buy`} className={buttonClass({ variant: "primary" })}>
              <ShoppingCart aria-hidden="true" className="size-4" />
              Buy
            </Link>
          )}
          <Link href={path} className={buttonClass(isOpen ? {} : { variant: "primary" })}>
            View token
          </Link>
          <ShareButton path={path} title={`${name} (${symbol})`} />
        </div>
      </div>
    </Card>
  );
}

/** Opens the device's share sheet where supported; otherwise copies the link. */
function ShareButton({ path, title }: { path: string; title: string }) {
  const [origin, setOrigin] = useState("");
  const [canShare, setCanShare] = useState(false);
  useEffect(() => {
    setOrigin(window.location.origin);
    setCanShare(typeof navigator.share === "function");
  }, []);
  const url = origin + path;
  if (!canShare) {
    return (
      <CopyButton text={url} label="Copy link" variant="secondary" size="medium">
        Copy link
      </CopyButton>
    );
  }
  return (
    <Button
      onClick={() => {
        // Closing the share sheet rejects the promise; that is not an error.
        navigator.share({ title, url }).catch(() => undefined);
      }}
    >
      <Share2 aria-hidden="true" className="size-4" />
      Share
    </Button>
  );
}
