"use client";

import { useMemo, useRef } from "react";
import { StoppedError } from "@/lib/web/trade/stopped-error";

/** A wait for a wallet that the user can end, see `StopWaiting`. */
export function useWalletWait() {
  const controller = useRef<AbortController | null>(null);
  return useMemo(
    () => ({
      /** Starts a wait. Call it in the mutation: a second click must not replace a running wait. */
      begin: (): AbortSignal => {
        controller.current = new AbortController();
        return controller.current.signal;
      },
      stop: (code: StoppedError["code"] = "no_response") =>
        controller.current?.abort(new StoppedError(code)),
    }),
    [],
  );
}
