"use client";

import * as Dialog from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { useSiteName } from "@/components/layout/site-facts";
import { Button } from "@/components/ui/button";
import { keepOpenWhileComposing } from "@/components/ui/is-composing";
import { Skeleton } from "@/components/ui/skeleton";
import type { Config } from "@/lib/features/system/schema";
import { ConnectorList } from "./connector-list";
import { useWagmi } from "./use-wagmi";

/** Wallet selection for real chains. */
export function ConnectDialog({ config, onClose }: { config: Config; onClose: () => void }) {
  const siteName = useSiteName();
  const wagmi = useWagmi(config);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-[oklch(0.1_0.02_250/0.55)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={keepOpenWhileComposing}
          className="-translate-x-1/2 fixed bottom-[max(0.75rem,env(safe-area-inset-bottom))] left-1/2 z-50 w-[min(23rem,calc(100vw-1.5rem))] animate-arrive rounded-card border border-line bg-surface p-5 shadow-pop outline-none sm:top-[22vh] sm:bottom-auto"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="font-semibold text-lg">Connect a wallet</Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X aria-hidden="true" className="size-4" />
              </Button>
            </Dialog.Close>
          </div>
          {wagmi === null ? (
            <Skeleton className="mt-4 h-12 w-full" />
          ) : (
            <ConnectorList wagmi={wagmi} onConnected={onClose} className="mt-4" />
          )}
          <p className="mt-4 text-faint text-xs leading-relaxed">
            {siteName} never sees your keys. You confirm each transaction in your wallet.
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
