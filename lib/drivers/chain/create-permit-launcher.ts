import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  keccak256,
  type PublicClient,
} from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import type { FirstBuyTerms } from "@/lib/features/launch/rules/first-buy";
import {
  type LaunchPermit,
  launchPermitTypedData,
} from "@/lib/features/launch/rules/launch-permit";
import { LAUNCH_SUPPLY } from "@/lib/features/market/rules/pool-math";
import type { Deployment } from "@/lib/schemas/deployment";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { marketCapPriceAbi } from "@/lib/shared/abi/market-cap-price";
import type { Launch, PayableCall } from "./chain-types";
import { toLaunchParams, toManagerParams } from "./encode-calls";

const LAUNCH_INPUTS = getAbiItem({ abi: launchpadAbi, name: "launch" }).inputs;

/**
 * Launches that another wallet sends and pays for: the server wallet signs a permit for one launch by
 * one sender, and nothing else.
 */
export function createPermitLauncher(
  client: PublicClient,
  account: PrivateKeyAccount,
  { chainId, contracts: { launchpad, launchHook }, launchProtection }: Deployment,
) {
  const onLaunchpad = { address: launchpad, abi: launchpadAbi } as const;
  return {
    /** How the pool of a launch starts, and the share of the supply that its first buy may take. */
    async firstBuyTerms({
      marketCapUsdc,
      isProtected,
    }: {
      marketCapUsdc: bigint;
      isProtected: boolean;
    }): Promise<FirstBuyTerms> {
      const [price, maxBps, feeBps] = await Promise.all([
        client.readContract({ ...onLaunchpad, functionName: "price" }),
        client.readContract({ ...onLaunchpad, functionName: "maxFirstBuyBps" }),
        client.readContract({ address: launchHook, abi: launchHookAbi, functionName: "feeBps" }),
      ]);
      const [, sqrtPriceX96] = await client.readContract({
        address: price,
        abi: marketCapPriceAbi,
        functionName: "startPrice",
        args: [marketCapUsdc, LAUNCH_SUPPLY],
      });
      const startBps = isProtected ? launchProtection?.startBps : undefined;
      return { sqrtPriceX96, feeBps: BigInt(startBps ?? feeBps), maxBps: BigInt(maxBps) };
    },
    /** @param terms.sender the only wallet that can send the launch; never the zero address */
    async signPermit(
      launch: Launch,
      { sender, deadline }: { sender: Address; deadline: bigint },
    ): Promise<LaunchPermit> {
      if (BigInt(sender) === 0n) throw new TypeError("a permit for anybody is never signed");
      const contents = keccak256(encodeAbiParameters(LAUNCH_INPUTS, launchArgs(launch)));
      const typed = launchPermitTypedData({ chainId, launchpad, contents, sender, deadline });
      const signature = await account.signTypedData(typed);
      return { launcher: account.address, sender, deadline, signature };
    },
    /** The call with which the permit's sender launches; `valueWei` buys tokens for the creator. */
    permitCall(
      launch: Launch,
      permit: LaunchPermit,
      firstBuy: { valueWei: bigint; minTokens: bigint },
    ): PayableCall {
      const args = [...launchArgs(launch), permit, firstBuy.minTokens] as const;
      const functionName = "launchWithPermit";
      const data = encodeFunctionData({ abi: launchpadAbi, functionName, args });
      return { to: launchpad, data, valueWei: firstBuy.valueWei };
    },
    /** Tokens that the first buy of a simulated call brought. */
    boughtOf(result: Hex): bigint {
      const functionName = "launchWithPermit";
      const [, , bought] = decodeFunctionResult({ abi: launchpadAbi, functionName, data: result });
      return bought;
    },
  };
}

function launchArgs(launch: Launch) {
  return [toLaunchParams(launch), toManagerParams(launch.treasury)] as const;
}
