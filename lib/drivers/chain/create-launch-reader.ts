import { type Address, type Hash, type Hex, type PublicClient, zeroAddress } from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { toLaunchParams } from "./encode-calls";
import type { Launch } from "./launch-chain";

/** Reads tokens that `launcher` will launch or has launched. */
export function createLaunchReader(
  client: PublicClient,
  { contracts: { launchpad, feeStream }, startBlock }: Deployment,
  launcher: Address,
) {
  const onLaunchpad = { address: launchpad, abi: launchpadAbi } as const;
  return {
    /** The address that the launch's token will have. */
    predictToken: (launch: Launch): Promise<Address> =>
      client.readContract({
        ...onLaunchpad,
        functionName: "predictToken",
        args: [launcher, toLaunchParams(launch)],
      }),
    /** The token launched with this id, or null. */
    async findToken(launchId: Hex): Promise<Address | null> {
      const args = [launcher, launchId] as const;
      const token = await client.readContract({ ...onLaunchpad, functionName: "tokenOf", args });
      return token === zeroAddress ? null : token;
    },
    /**
     * The hash of the transaction that launched a token, from its log; null when the node has none.
     */
    async findLaunchHash(token: Address): Promise<Hash | null> {
      const logs = await client.getContractEvents({
        ...onLaunchpad,
        eventName: "TokenLaunched",
        args: { token },
        fromBlock: BigInt(startBlock),
      });
      return logs[0]?.transactionHash ?? null;
    },
    /** The account that holds a token's fee stream: its manager or its creator. */
    feeStreamHolder: (token: Address): Promise<Address> =>
      client.readContract({
        address: feeStream,
        abi: feeStreamAbi,
        functionName: "holderOf",
        args: [token],
      }),
  };
}

export type LaunchReader = ReturnType<typeof createLaunchReader>;
