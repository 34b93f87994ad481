import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  parseEther,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { freePort } from "@/sandbox/process/free-port";

const require = createRequire(import.meta.url);

/** The platform binary instead of its npm wrapper: one pid that receives signals. */
function anvilBinary(): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const manifest = require.resolve(`@foundry-rs/anvil-${process.platform}-${arch}/package.json`);
  return path.join(path.dirname(manifest), "bin", "anvil");
}

/** Resolves when anvil listens; rejects with its output when it exits before. */
function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Listening on")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`anvil ended with ${code}: ${said}`)));
  });
}

export type AnvilOptions = {
  chainId?: number;
  fundedKeys?: readonly Hex[];
  /** Time of the first block, in Unix seconds: chains of the same second have the same one. */
  genesisTime?: number;
  /** Keeps no state of earlier blocks, like the chains of the sandbox. */
  isPruned?: boolean;
};

/**
 * Starts an anvil on a free port with viem clients. `funded()` returns a new account with 10,000
 * ETH. Call `stop()` to end it.
 */
export async function startAnvil({
  chainId = 84_532,
  fundedKeys = [],
  genesisTime,
  isPruned = false,
}: AnvilOptions = {}) {
  const port = await freePort();
  // In the home folder, where anvil writes old states otherwise, nothing removes them.
  const states = await mkdtemp(path.join(tmpdir(), "slipway-anvil-"));
  const child = spawn(
    anvilBinary(),
    [
      "--port",
      String(port),
      "--host",
      "127.0.0.1",
      "--chain-id",
      String(chainId),
      "--accounts",
      "0",
      "--cache-path",
      states,
      ...(isPruned ? ["--prune-history"] : []),
      ...(genesisTime === undefined ? [] : ["--timestamp", String(genesisTime)]),
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  await listening(child);
  const rpcUrl = `http://127.0.0.1:${port}`;
  const chain = defineChain({
    id: chainId,
    name: "anvil",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const transport = http(rpcUrl);
  const options = { chain, transport, pollingInterval: 20, cacheTime: 0 } as const;
  const client = createPublicClient(options);
  const test = createTestClient({ ...options, mode: "anvil" });
  const fund = (address: Address) => test.setBalance({ address, value: parseEther("10000") });
  const wallet = (privateKey: Hex) =>
    createWalletClient({ ...options, account: privateKeyToAccount(privateKey) });
  const funded = async () => {
    const privateKey = generatePrivateKey();
    const account = wallet(privateKey);
    await fund(account.account.address);
    return { privateKey, address: account.account.address, wallet: account };
  };
  for (const key of fundedKeys) await fund(privateKeyToAccount(key).address);

  const stop = async () => {
    await new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.removeAllListeners("exit");
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
    await rm(states, { recursive: true, force: true });
  };
  return { rpcUrl, chainId, client, test, fund, wallet, funded, stop };
}

export type Anvil = Awaited<ReturnType<typeof startAnvil>>;
