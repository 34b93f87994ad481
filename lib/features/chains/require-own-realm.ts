import type { Env } from "@/lib/env";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/**
 * Refuses a sandbox chain next to a real one: what a live managed wallet signs for the sandbox is good
 * on the real chain, which has the same id.
 * @throws AppError unsupported_operation
 */
export function requireOwnRealm(env: Pick<Env, "realm" | "realmOf">, chain: ChainSlug): void {
  if (env.realmOf(chain) === env.realm) return;
  const message = `${CHAINS[chain].name} is a sandbox here, and managed wallets sign for real chains`;
  throw new AppError("unsupported_operation", message);
}
