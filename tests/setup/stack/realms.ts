import type { Realm, Realms } from "@/lib/shared/realm";

/** The realms of a server whose chains are all real or all in the sandbox. */
export const realmsOf = (realm: Realm): Realms => ({ realm, realmOf: () => realm });
export const LIVE = realmsOf("live");
