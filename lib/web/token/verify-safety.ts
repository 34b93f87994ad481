import { call } from "@slipway-launchpad/client";
import { type Address, getAddress, keccak256 } from "viem";
import { getConfig } from "@/lib/features/system/operations";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchLensAbi } from "@/lib/shared/abi/launch-lens";
import { TOKEN_CODE_HASH } from "@/lib/shared/abi/token-code";
import type { ChainSlug } from "@/lib/shared/chains";
import { chainIn } from "../queries";
import { chainReader } from "../trade/chain-reader";

/** Facts that the contracts report about a token now. */
export type VerifiedSafety = { isLocked: boolean; hasKnownCode: boolean; feeBps: number };

/**
 * Reads code, liquidity and fee of a token from its chain.
 * @throws when the chain does not respond or no deployment launched the token
 */
export async function verifySafety(chain: ChainSlug, address: string): Promise<VerifiedSafety> {
  const config = await call(getConfig, {});
  const facts = chainIn(config, chain);
  if (facts === undefined) throw new Error(`${chain} is not configured`);
  const reader = chainReader(chain);
  const token = getAddress(address);
  const code = await reader.getCode({ address: token });
  for (const { launchLens } of facts.generations) {
    const lens: Address = getAddress(launchLens);
    const locked = await reader.readContract({
      address: lens,
      abi: launchLensAbi,
      functionName: "lockedLiquidity",
      args: [token],
    });
    if (locked.launched === 0n) continue;
    const feeBps = await reader.readContract({
      address: locked.owner,
      abi: launchHookAbi,
      functionName: "feeBps",
    });
    return {
      isLocked: locked.liquidity >= locked.launched,
      hasKnownCode: code !== undefined && keccak256(code) === TOKEN_CODE_HASH,
      feeBps,
    };
  }
  throw new Error("No deployment of this launchpad launched the token.");
}
