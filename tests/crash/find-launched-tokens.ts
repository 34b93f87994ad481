import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Address, createPublicClient, type Hex, http, parseEventLogs } from "viem";
import { z } from "zod";
import { launchpadAbi } from "@/lib/domain/abi/launchpad";
import { deployment } from "@/lib/schemas/deployment";

const ports = z.record(z.string(), z.number());

/** Every launch that the chain itself knows of, read past the product. */
export async function findLaunchedTokens(
  dataDir: string,
  chain: string,
): Promise<{ token: Address; launchId: Hex }[]> {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(dataDir, path), "utf8"));
  const { contracts } = deployment.parse(await read(`deployments/${chain}.json`));
  const port = ports.parse(await read("ports.json"))[chain];
  const client = createPublicClient({ transport: http(`http://127.0.0.1:${port}`) });
  const logs = await client.getLogs({ address: contracts.launchpad, fromBlock: 0n });
  return parseEventLogs({ abi: launchpadAbi, eventName: "TokenLaunched", logs }).map(
    ({ args: { token, record } }) => ({ token, launchId: record.launchId }),
  );
}
