import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Address, getAddress, pad, toHex } from "viem";
import type { Deployment } from "@/lib/schemas/deployment";
import { createSyntheticMarket } from "./synthetic-market";
import { startSyntheticNode } from "./synthetic-node";

export const SYNTHETIC_CHAIN = "base-sepolia";
const CHAIN_ID = 84_532;

const at = (n: number): Address => pad(toHex(0xc0de00 + n), { size: 20 });
const contracts: Deployment["contracts"] = {
  poolManager: getAddress(at(1)),
  universalRouter: getAddress(at(2)),
  permit2: getAddress(at(3)),
  v4Quoter: getAddress(at(4)),
  stateView: getAddress(at(5)),
  launchpad: getAddress(at(6)),
  launchHook: getAddress(at(7)),
  feeStream: getAddress(at(8)),
  managerFactory: getAddress(at(9)),
  launchLens: getAddress(at(10)),
};
/** The contracts that emit the market's logs. */
export const CORE = { launchpad: at(6), launchHook: at(7), feeStream: at(8) };

/**
 * A synthetic chain behind a JSON-RPC server of this process, and the deployment manifest for an
 * indexer.
 * @param options.blocks number of blocks at the start
 */
export async function startSyntheticChain(options: {
  dataDir: string;
  tokens: number;
  blocks: number;
  blockMs: number;
  eventsPerBlock: number;
  seed: number;
}) {
  const { dataDir, tokens, blocks, blockMs, eventsPerBlock, seed } = options;
  const market = createSyntheticMarket({ core: CORE, tokens, eventsPerBlock, seed });
  const node = await startSyntheticNode({
    chainId: CHAIN_ID,
    startTime: Math.floor(Date.now() / 1_000) - blocks,
    secondsPerBlock: blockMs / 1_000,
    wallThresholdWei: 10n ** 17n,
  });
  for (let i = 0; i < blocks; i += 1) node.add(market.next());
  const deployments = join(dataDir, "deployments");
  await mkdir(deployments);
  const manifest = { chainId: CHAIN_ID, slug: SYNTHETIC_CHAIN, sandbox: false, startBlock: 1 };
  await writeFile(
    join(deployments, `${SYNTHETIC_CHAIN}.json`),
    JSON.stringify({
      ...manifest,
      contracts,
      universalRouterVersion: "2.0",
      deployedAt: new Date().toISOString(),
    }),
  );
  return {
    node,
    market,
    /** Variables that connect an indexer to it. */
    variables: { DEPLOYMENTS_DIR: deployments, RPC_URL_BASE_SEPOLIA: node.url },
  };
}
