"use client";

import { Wallet } from "lucide-react";
import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { type Connector, useConnectors } from "wagmi";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { inPart } from "@/components/ui/part-boundary";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { explainTradeError } from "@/lib/web/trade/explain-trade-error";
import { offeredWallets, walletNameOf } from "@/lib/web/wallet/offered-wallets";
import { pairing } from "@/lib/web/wallet/pairing";
import { connectWallet, type Wagmi } from "@/lib/web/wallet/wagmi";

/** Renders QR codes; only needed for wallets on another device. */
const PairingCode = inPart(
  dynamic(() => import("./pairing-code").then((module) => module.PairingCode), {
    ssr: false,
    loading: () => <Skeleton className="mx-auto aspect-square w-full max-w-64" />,
  }),
);
const none = () => null;

/** Available wallets, those of the browser first. */
export function ConnectorList({
  wagmi,
  onConnected,
  className,
}: {
  wagmi: Wagmi;
  onConnected?: () => void;
  className?: string;
}) {
  const connectors = useConnectors({ config: wagmi });
  const { mutate, isPending, variables, error } = useSoleMutation({
    mutationFn: (connector: Connector) => connectWallet(wagmi, connector),
    onSuccess: () => onConnected?.(),
    // Works offline: most wallets are part of the browser.
    networkMode: "always",
  });
  const { inBrowser, elsewhere } = offeredWallets(connectors);
  const uri = useSyncExternalStore(pairing.subscribe, pairing.read, none);
  const problem = error === null ? null : explainTradeError(error);
  return (
    <div className={cn("grid gap-2", className)}>
      {[...inBrowser, ...elsewhere].map((connector) => (
        <ConnectorButton
          key={connector.uid}
          connector={connector}
          isConnecting={isPending && variables === connector}
          disabled={isPending}
          onPress={() => mutate(connector)}
        />
      ))}
      {isPending && uri !== null && <PairingCode uri={uri} />}
      {inBrowser.length === 0 && (
        <p className="rounded-control bg-raised p-3 text-muted text-sm">
          No browser wallet found. Install a wallet extension, or open this page in your wallet’s
          browser.
        </p>
      )}
      {problem !== null && (
        <p role="alert" className="text-danger text-sm">
          {problem.title}. {problem.detail}
        </p>
      )}
    </div>
  );
}

function ConnectorButton({
  connector,
  isConnecting,
  disabled,
  onPress,
}: {
  connector: Connector;
  isConnecting: boolean;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <Button className="h-12 justify-start gap-3 px-3" disabled={disabled} onClick={onPress}>
      {connector.icon === undefined ? (
        <Wallet aria-hidden="true" className="size-6 text-muted" />
      ) : (
        // biome-ignore lint/performance/noImgElement: a data URI that the wallet announces
        <img src={connector.icon} alt="" className="size-6 rounded-md" />
      )}
      <bdi className="grow truncate text-left">{walletNameOf(connector)}</bdi>
      {isConnecting && <Spinner className="text-muted" />}
    </Button>
  );
}
