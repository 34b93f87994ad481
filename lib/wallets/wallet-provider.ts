import type { Identity, ResolvedIdentity } from "../domain/identity";

/**
 * Gives every identity its wallet. Idempotent: the same identity always gives the same wallet, also
 * when asked at the same time by several processes. A `wallet` identity stands for itself.
 */
export type WalletProvider = {
  resolve(identity: Identity): Promise<ResolvedIdentity>;
};
