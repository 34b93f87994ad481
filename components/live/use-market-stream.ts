"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { whenIdle } from "@/components/ui/hooks/when-idle";
import type { ChainSlug } from "@/lib/domain/chains";

/** Browsers open six connections to a host at most; a stream uses one. */
const STREAMS_MAX = 3;

/**
 * Follows chains, or one token of a chain, while the page is visible. All visible tabs of a browser
 * share one stream a chain. Its code is loaded once the page is idle; until then, and whenever there
 * is no stream, the queries poll.
 */
export function useMarketStream(chains: readonly ChainSlug[], token?: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let open: AbortController | null = null;

    const start = () => {
      if (document.visibilityState === "hidden" || open !== null) return;
      const controller = new AbortController();
      open = controller;
      whenIdle(() => {
        // Its code could not be had, offline for example: polling goes on, and the next visit tries again.
        follow(controller.signal).catch(() => {
          if (open === controller) open = null;
        });
      });
    };
    const follow = async (signal: AbortSignal) => {
      if (signal.aborted) return;
      const { followMarket } = await import("@/lib/web/live/follow-market");
      for (const chain of chains.slice(0, STREAMS_MAX)) {
        const asked = { client, chain, signal, ...(token === undefined ? {} : { token }) };
        // Refused for good: this chain has no stream here, and polling goes on.
        followMarket(asked).catch(() => undefined);
      }
    };
    const stop = () => {
      open?.abort();
      open = null;
    };
    const onVisibility = () => (document.visibilityState === "hidden" ? stop() : start());

    start();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      stop();
    };
  }, [client, chains, token]);
}
