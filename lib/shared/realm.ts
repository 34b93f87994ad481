import type { ChainSlug } from "./chains";

/**
 * Separates accounts, sessions and managed wallets. In the sandbox anyone who can read the mailbox
 * can sign in as any user, so its accounts must have no value on a real chain.
 */
export const REALMS = ["sandbox", "live"] as const;
export type Realm = (typeof REALMS)[number];

/**
 * The realms of a server. An operator replaces sandbox chains with real ones one by one. A sandbox
 * chain has the id of the real chain, so their data must be kept apart.
 */
export type Realms = {
  /** Realm of users and managed wallets: `live` as soon as one chain is real. */
  realm: Realm;
  /** Realm of a chain's nonces, signed bytes, gas and idempotency keys, by slug or chain id. */
  realmOf(chain: ChainSlug | number): Realm;
};
