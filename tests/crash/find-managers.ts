import { readFile } from "node:fs/promises";
import { type Address, createPublicClient, http, parseEventLogs } from "viem";
import { deployment } from "@/lib/schemas/deployment";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";

/** Every manager on a chain, read without the product. */
export async function findManagers(rpcUrl: string, manifestPath: string): Promise<Address[]> {
  const { contracts } = deployment.parse(JSON.parse(await readFile(manifestPath, "utf8")));
  const client = createPublicClient({ transport: http(rpcUrl) });
  const logs = await client.getLogs({ address: contracts.managerFactory, fromBlock: 0n });
  const created = parseEventLogs({ abi: managerFactoryAbi, eventName: "ManagerCreated", logs });
  return created.map(({ args }) => args.manager);
}
