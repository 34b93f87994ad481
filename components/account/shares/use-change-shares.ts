"use client";

import { call } from "@slipway-launchpad/client";
import type { z } from "zod";
import { changeManagerShares } from "@/lib/features/fees/operations";
import type { sharesRequest } from "@/lib/features/fees/schema/wallet-actions";
import { type ModeratedBy, type ModeratorRun, useModeratorRun } from "./use-moderator-run";

const TIMEOUT_MS = 60_000;

type Body = z.input<typeof sharesRequest>;

export type SharesChangeRun = ModeratorRun & {
  /** @param onRequest runs when the request starts: not while offline */
  start: (body: Body, onRequest: () => void) => void;
};

/** Changes shares. The change survives a reload. */
export function useChangeShares(split: ModeratedBy): SharesChangeRun {
  const { start, ...run } = useModeratorRun("shares", split);
  return {
    ...run,
    start: (body, onRequest) =>
      start(() => {
        onRequest();
        return call(changeManagerShares, { body }, { timeoutMs: TIMEOUT_MS });
      }),
  };
}
