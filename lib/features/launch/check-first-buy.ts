import type { ServiceContext } from "@/lib/context";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { isTradingOn } from "@/lib/features/account-trade/rules/is-trading-on";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { largestFirstBuyWei } from "./rules/first-buy";
import type { PrepareLaunchRequest } from "./schema/prepare";

/**
 * Refuses a first buy that the contract would refuse, before anything is signed.
 * @throws AppError invalid_body with the limit, dependency_unavailable
 */
export async function checkFirstBuy(
  { env }: Pick<ServiceContext, "env">,
  chain: Pick<LaunchChain, "deployment" | "firstBuyTerms">,
  { request, marketCapUsdc }: { request: PrepareLaunchRequest; marketCapUsdc: bigint },
): Promise<void> {
  const { firstBuyWei, launch } = request;
  if (firstBuyWei === 0n) return;
  const { creator, startTime } = launch;
  const isManaged = creator !== null && creator.type !== "wallet";
  if (isManaged && !isTradingOn(env, chain.deployment.slug)) {
    throw refused(
      "needs a creator with a wallet: managed wallets cannot trade on this chain, so nobody could sell the tokens",
    );
  }
  if (startTime !== undefined) throw refused("is not possible before trading opens");
  const isProtected = launch.launchProtection === true;
  const terms = await chain
    .firstBuyTerms({ marketCapUsdc, isProtected })
    .catch((cause: unknown) => {
      if (cause instanceof CallRevertedError) {
        throw new AppError("invalid_body", cause.message, { cause });
      }
      return rethrowChainError(cause);
    });
  const maxWei = largestFirstBuyWei(terms);
  if (maxWei === 0n) throw refused("is not allowed on this chain; leave it out");
  if (firstBuyWei > maxWei) throw tooLarge(maxWei, terms.maxBps);
}

/** The error for a first buy above the limit. */
export function tooLarge(maxWei: bigint, maxBps: bigint): AppError {
  const share = Number(maxBps) / 100;
  return refused(`must be at most ${formatWei(maxWei)} ETH: ${share}% of the supply`);
}

function refused(message: string): AppError {
  const details = [{ path: "firstBuyWei", message }];
  return new AppError("invalid_body", `firstBuyWei: ${message}`, { details });
}
