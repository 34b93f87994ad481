import { readFile } from "node:fs/promises";
import { type Address, createPublicClient, type Hash, type Hex, http, parseEventLogs } from "viem";
import { deployment } from "@/lib/schemas/deployment";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";

export type LaunchedToken = { token: Address; launchId: Hex; transactionHash: Hash };

/** Every launch on a chain, read without the product. */
export async function findLaunchedTokens(
  rpcUrl: string,
  manifestPath: string,
): Promise<LaunchedToken[]> {
  const { contracts } = deployment.parse(JSON.parse(await readFile(manifestPath, "utf8")));
  const client = createPublicClient({ transport: http(rpcUrl) });
  const logs = await client.getLogs({ address: contracts.launchpad, fromBlock: 0n });
  return parseEventLogs({ abi: launchpadAbi, eventName: "TokenLaunched", logs }).map(
    ({ args: { token, record }, transactionHash }) => ({
      token,
      launchId: record.launchId,
      transactionHash,
    }),
  );
}
