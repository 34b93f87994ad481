"use client";

import { useEffect, useState } from "react";
import type { Config } from "@/lib/features/system/schema";
import { loadWagmi } from "@/lib/web/wallet/load-wagmi";
import type { Wagmi } from "@/lib/web/wallet/wagmi";

/**
 * The wallet code once it is loaded; null before, and when no chain is real. For components inside a
 * `PartBoundary`.
 * @throws the error if the code cannot be loaded or fails
 */
export function useWagmi(config: Config | undefined): Wagmi | null {
  const [wagmi, setWagmi] = useState<Wagmi | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (config === undefined || config.chains.every(({ sandbox }) => sandbox)) return;
    let current = true;
    loadWagmi(config).then(
      (loaded) => current && setWagmi(loaded),
      (error: unknown) => current && setFailure({ error }),
    );
    return () => {
      current = false;
    };
  }, [config]);
  if (failure !== null) throw failure.error;
  return wagmi;
}
