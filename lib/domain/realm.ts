/**
 * Where accounts, sessions and managed wallets belong. In the sandbox whoever reads the outbox can
 * sign in as anybody, so nothing of it may be worth anything where a chain is real.
 */
export const REALMS = ["sandbox", "live"] as const;
export type Realm = (typeof REALMS)[number];
