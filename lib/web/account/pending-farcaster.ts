import { z } from "zod";
import { createStore } from "../wallet/create-store";

/**
 * A sign-in that a Farcaster app was asked for. It outlives the page: a phone may drop it from memory
 * while the person is in the app.
 */
const request = z.object({
  url: z.string(),
  token: z.string(),
  csrfToken: z.string(),
  /** Unix milliseconds until which its code is shown. */
  until: z.number(),
});
export type FarcasterRequest = z.output<typeof request>;

const store = createStore("slipway.farcaster", request);

/** The request that still waits for its answer; null when there is none. */
export function readPendingFarcaster(): FarcasterRequest | null {
  const kept = store.read();
  return kept !== null && Date.now() < kept.until ? kept : null;
}

export function writePendingFarcaster(pending: FarcasterRequest | null): void {
  store.write(pending);
}
