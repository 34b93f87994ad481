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
  /** The account that the Farcaster user is added to; null for a plain sign-in. */
  linkTo: z.string().nullable(),
  /** Unix milliseconds until which its code is shown. */
  until: z.number(),
});
export type FarcasterRequest = z.output<typeof request>;

const store = createStore("slipway.farcaster", request);

/**
 * The pending request of this purpose, or null. One with another purpose may be of another person: it
 * must not add that person's Farcaster user to the account.
 */
export function readPendingFarcaster(linkTo: string | null): FarcasterRequest | null {
  const stored = store.read();
  const isValid = stored !== null && Date.now() < stored.until && stored.linkTo === linkTo;
  return isValid ? stored : null;
}

export function writePendingFarcaster(pending: FarcasterRequest | null): void {
  store.write(pending);
}
