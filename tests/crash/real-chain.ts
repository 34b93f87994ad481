import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { deployContracts } from "@/contracts/script/deploy";
import { CHAINS, type ChainSlug } from "@/lib/domain/chains";
import { startChain } from "@/sandbox/chain/start-chain";
import { type FaultyRpc, startFaultyRpc } from "./faulty-rpc";

/** A chain as an operator configures a real one, with a node that cannot be relied on before it. */
export type RealChain = {
  slug: ChainSlug;
  /** Files of the node; its process is a victim, too. */
  dataDir: string;
  manifestPath: string;
  /** Past the faults, for looking at what is true. */
  rpcUrl: string;
  rpc: FaultyRpc;
  /** The service's configuration. */
  variables: Record<"SERVER_WALLET_PRIVATE_KEY" | "DEPLOYMENTS_DIR", string>;
  stop(): Promise<void>;
};

export async function startRealChain(slug: ChainSlug, seed: string): Promise<RealChain> {
  const { chainId } = CHAINS[slug];
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-chain-"));
  const chain = await startChain({
    dataDir,
    slug,
    chainId,
    faucetToken: "crash",
    log: () => undefined,
  });
  const deployments = join(dataDir, "deployments");
  const manifestPath = join(deployments, `${slug}.json`);
  const privateKey = generatePrivateKey();
  const rpc = await startFaultyRpc(chain.url, seed);
  const stop = async () => {
    await rpc.stop();
    await chain.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await mkdir(deployments);
    await chain.node.fund(privateKeyToAccount(privateKey).address, parseEther("1000"));
    await deployContracts({
      rpcUrl: chain.url,
      chainId,
      slug,
      privateKey,
      manifestPath,
      sandbox: true,
      log: () => undefined,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    slug,
    dataDir,
    manifestPath,
    rpcUrl: chain.url,
    rpc,
    variables: { SERVER_WALLET_PRIVATE_KEY: privateKey, DEPLOYMENTS_DIR: deployments },
    stop,
  };
}
