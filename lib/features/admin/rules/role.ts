import type { ChainSlug } from "@/lib/shared/chains";

/** Roles of the operator's console; each one may do what those before it may. */
export const ADMIN_ROLES = ["viewer", "moderator", "operator"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/**
 * A wallet of `ADMIN_WALLETS`. `chain` is set for a smart-contract wallet: elsewhere another contract
 * may have its address, so only the contract on that chain may sign for it.
 */
export type AdminWallet = { address: `0x${string}`; role: AdminRole; chain: ChainSlug | null };

/** The sender of a request of the console. */
export type Admin = { address: `0x${string}`; role: AdminRole };

/** Lifetime of a session of the console. */
export const ADMIN_SESSION_MS = 2 * 60 * 60 * 1000;
/** Lifetime of the nonce of a sign-in message. */
export const ADMIN_NONCE_MS = 10 * 60 * 1000;

export function isAdminRole(text: string): text is AdminRole {
  return ADMIN_ROLES.some((role) => role === text);
}

/** Whether a role includes the rights of another one. */
export function hasRole(role: AdminRole, needed: AdminRole): boolean {
  return ADMIN_ROLES.indexOf(role) >= ADMIN_ROLES.indexOf(needed);
}

/** The configured wallet with this checksummed address, or null. */
export function findAdminWallet(
  wallets: readonly AdminWallet[],
  address: string,
): AdminWallet | null {
  return wallets.find((wallet) => wallet.address === address) ?? null;
}
