import { mkdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "../process/free-port";
import { SandboxError } from "../process/sandbox-error";
import { writeFileAtomic } from "../process/write-file-atomic";
import { ChainNode } from "./chain-node";
import { ChainLostError } from "./restore-chain";
import { RpcProxy } from "./rpc-proxy";
import { killOrphan } from "./start-anvil";

const factsSchema = z.object({ chainId: z.number(), genesisTime: z.number().int() });

export type SandboxChain = {
  /** For `RPC_URL_…`; stays the same when the node behind it restarts. */
  url: string;
  port: number;
  node: ChainNode;
  notes: string[];
  stop(): Promise<void>;
};

export type ChainOptions = {
  dataDir: string;
  slug: string;
  chainId: number;
  /** Required by `slipway_fund`. */
  faucetToken: string;
  preferredPort?: number;
  snapshotEvery?: number;
  log: (level: "info" | "warn" | "error", message: string) => void;
};

/** Time of block 0; stored, so that a full replay produces the same chain. */
async function genesisTime(folder: string, chainId: number): Promise<number> {
  const path = join(folder, "chain.json");
  const text = await readFile(path, "utf8").catch(() => null);
  if (text !== null) {
    const facts = factsSchema.parse(JSON.parse(text));
    if (facts.chainId === chainId) return facts.genesisTime;
    throw new SandboxError(`${path} belongs to chain ${facts.chainId}, not ${chainId}.`, {
      isFinal: true,
    });
  }
  const now = Math.floor(Date.now() / 1000);
  await writeFileAtomic(path, JSON.stringify({ chainId, genesisTime: now }));
  return now;
}

async function openNode(options: ChainOptions, folder: string): Promise<ChainNode> {
  await mkdir(folder, { recursive: true });
  await killOrphan(folder);
  const node = new ChainNode({
    ...options,
    folder,
    genesisTime: await genesisTime(folder, options.chainId),
  });
  const { damagedLines } = await node.start();
  if (damagedLines > 0) options.log("warn", `${damagedLines} damaged lines in the journal`);
  return node;
}

/**
 * Starts a sandbox chain with all its data and its RPC proxy. Unusable files are moved aside and
 * the chain starts empty.
 */
export async function startChain(options: ChainOptions): Promise<SandboxChain> {
  const folder = join(options.dataDir, "chains", options.slug);
  const notes: string[] = [];
  let node: ChainNode;
  try {
    node = await openNode(options, folder);
  } catch (error) {
    if (!(error instanceof ChainLostError)) throw error;
    const aside = `${folder}.damaged-${Date.now()}`;
    await rename(folder, aside);
    notes.push(`started empty; the damaged files are in ${aside}`);
    node = await openNode(options, folder);
  }
  const proxy = new RpcProxy(node, options.faucetToken);
  try {
    const port = await freePort(options.preferredPort);
    await proxy.listen(port);
    const stop = async () => {
      await proxy.close();
      await node.stop();
    };
    return { url: `http://127.0.0.1:${port}`, port, node, notes, stop };
  } catch (error) {
    await node.stop();
    throw error;
  }
}
