"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSiteFacts } from "@/components/layout/site-facts";
import { whenIdle } from "@/components/ui/hooks/when-idle";
import type { ChainSlug } from "@/lib/shared/chains";

/** Browsers open at most six connections per host; a stream uses one. */
const STREAMS_MAX = 3;

/**
 * Subscribes to chains, or to one token of a chain, while the page is visible. All visible tabs of
 * a browser share one stream per chain. The code loads when the page is idle; without a stream the
 * queries poll.
 * @param isHidden whether a moderator has hidden the token: it then gets a stream of its own
 */
export function useMarketStream(
  chains: readonly ChainSlug[],
  token?: string,
  isHidden = false,
): void {
  const client = useQueryClient();
  const { positions } = useSiteFacts();
  useEffect(() => {
    let open: AbortController | null = null;

    const start = () => {
      if (document.visibilityState === "hidden" || open !== null) return;
      const controller = new AbortController();
      open = controller;
      whenIdle(() => {
        // The code did not load, for example offline. Polling continues and the next visit retries.
        follow(controller.signal).catch(() => {
          if (open === controller) open = null;
        });
      });
    };
    const follow = async (signal: AbortSignal) => {
      if (signal.aborted) return;
      const { followMarket } = await import("@/lib/web/live/follow-market");
      for (const chain of chains.slice(0, STREAMS_MAX)) {
        const position = positions[chain];
        const options = {
          client,
          chain,
          position,
          isHidden,
          signal,
          ...(token === undefined ? {} : { token }),
        };
        void followMarket(options);
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
  }, [client, chains, token, isHidden, positions]);
}
