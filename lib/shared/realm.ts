import type { ChainSlug } from "./chains";

/**
 * Where accounts, sessions and managed wallets belong. In the sandbox whoever reads the outbox can
 * sign in as anybody, so nothing of it may be worth anything where a chain is real.
 */
export const REALMS = ["sandbox", "live"] as const;
export type Realm = (typeof REALMS)[number];

/**
 * The realms of a server. Chains become real one by one, and a sandbox chain has the id of the real
 * one: what was done on it must not be taken for what was done on the real chain.
 */
export type Realms = {
  /** Where users and managed wallets belong: `live` as soon as one chain is real. */
  realm: Realm;
  /** Where nonces, signed bytes, gas and answers of a chain belong, by its slug or id. */
  realmOf(chain: ChainSlug | number): Realm;
};
