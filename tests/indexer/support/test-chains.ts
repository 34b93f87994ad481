import { createPublicClient, createWalletClient, type Hex, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { baseSepolia } from "viem/chains";
import { startChain } from "@/sandbox/chain/start-chain";
import { startAnvil } from "@/tests/setup/chain/anvil";

/** Start options of the chain that an indexer follows. */
export type ChainStart = { dataDir: string; fundedKeys: readonly Hex[] };

/** A bare anvil, whose blocks can be reverted. */
export async function startReorgChain({ fundedKeys }: ChainStart) {
  const anvil = await startAnvil({ chainId: baseSepolia.id, fundedKeys });
  return {
    ...anvil,
    /** Replaces the last `depth` blocks with empty ones. */
    async reorg(depth: number): Promise<void> {
      await anvil.client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
        method: "anvil_reorg",
        params: [depth, []],
      });
    },
  };
}

/** The sandbox's chain, as `npm start` runs it: a killed node is restored by a replay. */
export async function startSandboxChain({ dataDir, fundedKeys }: ChainStart) {
  const sandbox = await startChain({
    dataDir,
    slug: "base-sepolia",
    chainId: baseSepolia.id,
    faucetToken: "test",
    // Few enough that a replay starts sometimes at a snapshot and sometimes at block 0.
    snapshotEvery: 25,
    log: () => undefined,
  });
  const options = {
    chain: baseSepolia,
    transport: http(sandbox.url, { timeout: 20_000 }),
    pollingInterval: 20,
    cacheTime: 0,
  } as const;
  const wallet = (privateKey: Hex) =>
    createWalletClient({ ...options, account: privateKeyToAccount(privateKey) });
  for (const key of fundedKeys) {
    await sandbox.node.fund(privateKeyToAccount(key).address, parseEther("10000"));
  }
  return {
    rpcUrl: sandbox.url,
    client: createPublicClient(options),
    wallet,
    async funded() {
      const privateKey = generatePrivateKey();
      const { address } = privateKeyToAccount(privateKey);
      await sandbox.node.fund(address, parseEther("10000"));
      return { privateKey, address, wallet: wallet(privateKey) };
    },
    /** Kills the node with SIGKILL; the RPC proxy restarts it. */
    crash() {
      if (sandbox.node.pid !== null) process.kill(sandbox.node.pid, "SIGKILL");
    },
    stop: () => sandbox.stop(),
  };
}

export type TestChain = Awaited<ReturnType<typeof startSandboxChain | typeof startReorgChain>>;
