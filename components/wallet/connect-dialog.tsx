"use client";

import { useSiteName } from "@/components/layout/site-facts";
import { Dialog } from "@/components/ui/overlay/dialog";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import type { Config } from "@/lib/features/system/schema";
import { ConnectorList } from "./connector-list";
import { useWagmi } from "./use-wagmi";

/** Wallet selection for real chains. */
export function ConnectDialog({ config, onClose }: { config: Config; onClose: () => void }) {
  const siteName = useSiteName();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Connect a wallet"
      className="w-[min(23rem,calc(100vw-1.5rem))]"
    >
      <Wallets config={config} onConnected={onClose} />
      <p className="mt-4 text-faint text-xs leading-relaxed">
        {siteName} never sees your keys. You confirm each transaction in your wallet.
      </p>
    </Dialog>
  );
}

/** In a part of its own, so that the dialog can be closed if the wallet code fails. */
const Wallets = inPart(function Wallets({
  config,
  onConnected,
}: {
  config: Config;
  onConnected: () => void;
}) {
  const wagmi = useWagmi(config);
  if (wagmi === null) return <Skeleton className="h-12 w-full" />;
  return <ConnectorList wagmi={wagmi} onConnected={onConnected} />;
});
