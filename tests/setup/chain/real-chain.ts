import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, type Hex, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { deployContracts } from "@/contracts/script/deploy/deploy";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { startChain } from "@/sandbox/chain/start-chain";

/** A chain that is configured like a real one: a separate node with our contracts. */
export type RealChain = {
  slug: ChainSlug;
  /** The node's files. */
  dataDir: string;
  manifestPath: string;
  rpcUrl: string;
  /** The service's configuration without the node's URL. */
  variables: Record<"SERVER_WALLET_PRIVATE_KEY" | "DEPLOYMENTS_DIR", string>;
  fund(address: Address, amountWei: bigint): Promise<unknown>;
  stop(): Promise<void>;
};

/** @param privateKey the server wallet, which also deploys the contracts */
export async function startRealChain(
  slug: ChainSlug,
  privateKey: Hex = generatePrivateKey(),
): Promise<RealChain> {
  const { chainId } = CHAINS[slug];
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-chain-"));
  const chain = await startChain({
    dataDir,
    slug,
    chainId,
    faucetToken: "real",
    log: () => undefined,
  });
  const deployments = join(dataDir, "deployments");
  const manifestPath = join(deployments, `${slug}.json`);
  const stop = async () => {
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
    variables: { SERVER_WALLET_PRIVATE_KEY: privateKey, DEPLOYMENTS_DIR: deployments },
    fund: (address, amountWei) => chain.node.fund(address, amountWei),
    stop,
  };
}
