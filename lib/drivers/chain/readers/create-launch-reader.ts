import { type Address, type Hash, type Hex, type PublicClient, zeroAddress } from "viem";
import type { Launch } from "@/lib/drivers/chain/chain-types";
import type { Deployment } from "@/lib/schemas/deployment";
import { feeStreamAbi } from "@/lib/shared/abi/fee-stream";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { larger } from "@/lib/shared/bigint-min-max";
import { shareFor } from "@/lib/shared/share-for";
import { toLaunchParams } from "../encode-calls";
import { findTokenGeneration } from "../find-generation";

/** Blocks in one range of logs, at first: providers reject wider ones than a limit of their own. */
const SEARCH_BLOCKS = 1_000n;
/** The index knows the launches that are further back. */
const SEARCHES_MAX = 10;
/** Every launch checks it, and it changes only when an operator replaces the server wallet. */
const ALLOWED_MS = 10_000;

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
    /** Whether the owner of the newest generation allows `launcher` to launch, as of 10 s ago at most. */
    mayLaunch: shareFor(ALLOWED_MS, () =>
      client.readContract({ ...onLaunchpad, functionName: "isLauncher", args: [launcher] }),
    ),
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
     * The hash of the transaction that launched a token lately, from its log: searches backwards from
     * the newest block with at most `SEARCHES_MAX` requests. Null when they do not find it.
     */
    async findRecentLaunchHash(token: Address): Promise<Hash | null> {
      let to = await client.getBlockNumber({ cacheTime: 0 });
      let span = SEARCH_BLOCKS;
      for (let searches = 1; searches <= SEARCHES_MAX && to >= BigInt(firstBlock); searches += 1) {
        const from = larger(to - span + 1n, BigInt(firstBlock));
        try {
          const logs = await client.getContractEvents({
            address: generations.map(({ contracts }) => contracts.launchpad),
            abi: launchpadAbi,
            eventName: "TokenLaunched",
            args: { token },
            fromBlock: from,
            toBlock: to,
          });
          const [launched] = logs;
          if (launched !== undefined) return launched.transactionHash;
          to = from - 1n;
        } catch (error) {
          // Providers name a range that is too wide in many ways, so any error counts as one.
          if (span === 1n || searches === SEARCHES_MAX) throw error;
          span /= 2n;
        }
      }
      return null;
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
