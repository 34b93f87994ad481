import type { Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import type { AdminRole } from "@/lib/features/admin/rules/role";

/** The burner accounts of the administrators of the launchpad under test. */
export const ADMIN_KEYS: Record<AdminRole, Hex> = {
  viewer: `0x${"a1".repeat(32)}`,
  moderator: `0x${"a2".repeat(32)}`,
  operator: `0x${"a3".repeat(32)}`,
};

/** The value of `ADMIN_WALLETS` of the launchpad under test. */
export const ADMIN_WALLETS = Object.entries(ADMIN_KEYS)
  .map(([role, key]) => `${privateKeyToAddress(key)}:${role}`)
  .join(",");
