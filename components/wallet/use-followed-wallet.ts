"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenIdle } from "@/components/ui/hooks/when-idle";
import { configQuery } from "@/lib/web/queries";

/**
 * Loads the wallet code of a connected wallet once the page is idle, so that the page follows the
 * account that the user chooses in the wallet.
 */
export function useFollowedWallet(isConnected: boolean): void {
  const { data: config } = useQuery({ ...configQuery(), enabled: isConnected });
  const isWanted = isConnected && (config?.chains.some(({ sandbox }) => !sandbox) ?? false);
  useEffect(() => {
    if (!isWanted || config === undefined) return;
    whenIdle(async () => {
      try {
        const { loadWagmi } = await import("@/lib/web/wallet/load-wagmi");
        await loadWagmi(config);
      } catch {
        // The chunk did not load; the next use of the wallet retries and checks the account.
      }
    });
  }, [isWanted, config]);
}
