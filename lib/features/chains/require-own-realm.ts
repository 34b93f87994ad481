import type { Env } from "@/lib/env";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/**
 * Refuses a sandbox chain next to a real one: the real chain has the same id, so a live managed
 * wallet's signature for the sandbox is valid there.
 * @throws AppError unsupported_operation
 */
export function requireOwnRealm(env: Pick<Env, "realm" | "realmOf">, chain: ChainSlug): void {
  if (env.realmOf(chain) === env.realm) return;
  const message = `${CHAINS[chain].name} is a sandbox here, and managed wallets sign for real chains`;
  throw new AppError("unsupported_operation", message);
}
