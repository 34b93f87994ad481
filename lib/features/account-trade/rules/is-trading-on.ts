import type { ChainSlug } from "@/lib/shared/chains";
import type { Realm } from "@/lib/shared/realm";

/** The parts of the environment that decide about trades of users. */
type TradingEnv = {
  ACCOUNT_TRADING: "on" | "off";
  PRIVY_APP_ID?: string | undefined;
  PRIVY_AUTHORIZATION_KEY?: string | undefined;
  realm: Realm;
  isSandbox(chain: ChainSlug): boolean;
};

/**
 * Whether users can trade with their managed wallets on a chain. Never on a sandbox chain next to a
 * real one: the real chain has the same id, so a live wallet's signature for the sandbox is valid
 * there.
 */
export function isTradingOn(env: TradingEnv, chain: ChainSlug): boolean {
  if (env.ACCOUNT_TRADING === "off") return false;
  const canSign = env.PRIVY_APP_ID === undefined || env.PRIVY_AUTHORIZATION_KEY !== undefined;
  return canSign && (env.realm === "sandbox" || !env.isSandbox(chain));
}
