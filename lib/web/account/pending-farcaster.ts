import { z } from "zod";
import { createStore } from "../create-store";

/**
 * A pending Farcaster sign-in. Stored across reloads: a phone may unload the page while the user is
 * in the app.
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

/** The pending request, or null. */
export function readPendingFarcaster(): FarcasterRequest | null {
  const kept = store.read();
  return kept !== null && Date.now() < kept.until ? kept : null;
}

export function writePendingFarcaster(pending: FarcasterRequest | null): void {
  store.write(pending);
}
