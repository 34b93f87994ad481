import { type Address, type Hash, type Hex, type PublicClient, zeroAddress } from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { toLaunchParams } from "../encode-calls";
import { findTokenGeneration } from "../find-generation";
import type { Launch } from "../launch-chain";

/**
 * Reads tokens that `launcher` will launch, on the newest generation, or has launched, on any.
 */
export function createLaunchReader(
  client: PublicClient,
  { contracts: { launchpad }, generations, firstBlock }: Deployment,
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
    /** The token launched with this id on any generation, or null. */
    async findToken(launchId: Hex): Promise<Address | null> {
      const args = [launcher, launchId] as const;
      for (const { contracts } of generations.toReversed()) {
        const on = { address: contracts.launchpad, abi: launchpadAbi } as const;
        const token = await client.readContract({ ...on, functionName: "tokenOf", args });
        if (token !== zeroAddress) return token;
      }
      return null;
    },
    /**
     * The hash of the transaction that launched a token, from its log; null when the node has none.
     */
    async findLaunchHash(token: Address): Promise<Hash | null> {
      const logs = await client.getContractEvents({
        address: generations.map(({ contracts }) => contracts.launchpad),
        abi: launchpadAbi,
        eventName: "TokenLaunched",
        args: { token },
        fromBlock: BigInt(firstBlock),
      });
      return logs[0]?.transactionHash ?? null;
    },
    /** The account that holds a token's fee stream: its manager or its creator. */
    async feeStreamHolder(token: Address): Promise<Address> {
      const generation = await findTokenGeneration(client, generations, token);
      if (generation === null) throw new Error(`${token} is not a token of this launchpad`);
      return client.readContract({
        address: generation.contracts.feeStream,
        abi: feeStreamAbi,
        functionName: "holderOf",
        args: [token],
      });
    },
  };
}

export type LaunchReader = ReturnType<typeof createLaunchReader>;
