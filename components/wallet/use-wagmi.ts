"use client";

import { useEffect, useState } from "react";
import type { Config } from "@/lib/features/system/schema";
import { loadWagmi } from "@/lib/web/wallet/load-wagmi";
import type { Wagmi } from "@/lib/web/wallet/wagmi";

/** The wallet code once it is loaded; null before, and when no chain is real. */
export function useWagmi(config: Config | undefined): Wagmi | null {
  const [wagmi, setWagmi] = useState<Wagmi | null>(null);
  useEffect(() => {
    if (config === undefined || config.chains.every(({ sandbox }) => sandbox)) return;
    let current = true;
    loadWagmi(config).then(
      (loaded) => current && setWagmi(loaded),
      // The chunk did not load; the next use retries.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [config]);
  return wagmi;
}
