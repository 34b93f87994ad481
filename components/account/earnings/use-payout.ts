"use client";

import { call } from "@slipway-launchpad/client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { payOut } from "@/lib/features/fees/operations";
import type { PayoutAnswer } from "@/lib/features/fees/schema/earnings";
import { refreshBalances } from "@/lib/web/refresh-balances";
import { serverSeconds } from "@/lib/web/server-time";

/** The service waits up to 25 s for transactions to be mined before it responds. */
const TIMEOUT_MS = 60_000;

export type PayoutRun = {
  isRunning: boolean;
  /** When this page requested a payout, in Unix seconds of the service's clock; null before. */
  since: number | null;
  answer: PayoutAnswer | null;
  error: Error | null;
  start: () => void;
};

/**
 * Requests a payout of all earnings. A second request joins the pending payout, so nothing is paid
 * twice.
 */
export function usePayout(): PayoutRun {
  const queries = useQueryClient();
  const [since, setSince] = useState<number | null>(null);
  const { mutate, isPending, data, error } = useSoleMutation({
    mutationFn: () => call(payOut, { body: {} }, { timeoutMs: TIMEOUT_MS }),
    onSettled: () => refreshBalances(queries),
  });
  return {
    isRunning: isPending,
    since,
    answer: data ?? null,
    error,
    start: () => {
      setSince(serverSeconds());
      mutate(undefined);
    },
  };
}
