import { mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPublicClient, createWalletClient, type Hash, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { baseSepolia } from "viem/chains";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ChainOptions, type SandboxChain, startChain } from "@/sandbox/chain/start-chain";
import { isAlive } from "@/sandbox/process/process-info";
import { waitUntil } from "@/sandbox/process/wait-until";

const FAUCET_TOKEN = "test-faucet-token";
const SINK = "0x000000000000000000000000000000000000dEaD";

let dataDir: string;
let chains: SandboxChain[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway chain-"));
});

afterEach(async () => {
  for (const chain of chains) await chain.stop();
  chains = [];
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: Partial<ChainOptions> = {}): Promise<SandboxChain> {
  const chain = await startChain({
    dataDir,
    slug: "base-sepolia",
    chainId: baseSepolia.id,
    faucetToken: FAUCET_TOKEN,
    log: () => {},
    ...options,
  });
  chains.push(chain);
  return chain;
}

/** A funded account, and a client that awaits only the response to the send. */
async function funded(chain: SandboxChain) {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.node.fund(account.address, parseEther("100"));
  const transport = http(chain.url, { timeout: 20_000, retryCount: 0 });
  const wallet = createWalletClient({ account, chain: baseSepolia, transport });
  const reader = createPublicClient({ chain: baseSepolia, transport });
  const send = (nonce: number): Promise<Hash> =>
    wallet.sendTransaction({
      to: SINK,
      value: BigInt(nonce + 1),
      nonce,
      gas: 21_000n,
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 1n,
    });
  return { account, reader, send };
}

async function rpc(chain: SandboxChain, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(chain.url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

const sumUntil = (count: number) => BigInt((count * (count + 1)) / 2);

test("keeps every acknowledged transaction after kill -9 of the node at any moment", async () => {
  const chain = await start({ snapshotEvery: 10 });
  const { account, reader, send } = await funded(chain);
  const genesis = await reader.getBlock({ blockNumber: 0n });
  const times = new Map<Hash, bigint>();
  const killed = new Set<number>();
  const count = 60;
  for (let nonce = 0; nonce < count; nonce += 1) {
    if (nonce % 13 === 5 && chain.node.pid !== null) {
      const { pid } = chain.node;
      killed.add(pid);
      // During the send below: before, in or after its block.
      setTimeout(() => process.kill(pid, "SIGKILL"), nonce % 4);
    }
    const hash = await send(nonce);
    const receipt = await reader.getTransactionReceipt({ hash });
    times.set(hash, (await reader.getBlock({ blockNumber: receipt.blockNumber })).timestamp);
  }
  expect(await reader.getTransactionCount({ address: account.address })).toBe(count);
  expect(await reader.getBalance({ address: SINK })).toBe(sumUntil(count));
  expect(killed.size).toBeGreaterThan(2);
  expect((await reader.getBlock({ blockNumber: 0n })).hash).toBe(genesis.hash);
  for (const [hash, time] of times) {
    const receipt = await reader.getTransactionReceipt({ hash });
    expect((await reader.getBlock({ blockNumber: receipt.blockNumber })).timestamp).toBe(time);
  }
  const now = BigInt(Math.floor(Date.now() / 1000));
  const pending = await reader.getBlock({ blockTag: "pending" });
  expect(pending.timestamp).toBeGreaterThanOrEqual(now - 5n);
}, 120_000);

test("keeps all concurrent sends, and holds those with a nonce gap through a restart", async () => {
  const chain = await start();
  const { account, reader, send } = await funded(chain);
  const others = await Promise.all([funded(chain), funded(chain), funded(chain)]);
  await send(2);
  const sends = others.flatMap((one) => [one.send(0), one.send(1), one.send(2)]);
  if (chain.node.pid !== null) process.kill(chain.node.pid, "SIGKILL");
  await Promise.allSettled(sends);
  await send(0);
  await send(1);
  const mined = await waitUntil(
    async () => (await reader.getTransactionCount({ address: account.address })) === 3,
    { timeoutMs: 5000 },
  );
  expect(mined).toBe(true);
  for (const one of others) {
    expect(await reader.getTransactionCount({ address: one.account.address })).toBe(3);
  }
}, 120_000);

test("falls back to the older snapshot and the journal when the newest is damaged", async () => {
  const first = await start({ snapshotEvery: 5 });
  const { account, reader, send } = await funded(first);
  for (let nonce = 0; nonce < 24; nonce += 1) await send(nonce);
  await first.stop();
  chains = [];
  const folder = join(dataDir, "chains", "base-sepolia");
  const seqs = (await readdir(folder))
    .flatMap((name) => /^snapshot-(\d+)\.json$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
  expect(seqs).toHaveLength(2);
  await truncate(join(folder, `snapshot-${seqs[0]}.json`), 1000);

  const second = await start({ preferredPort: first.port });
  expect(second.port).toBe(first.port);
  expect(second.notes).toEqual([]);
  expect(await reader.getTransactionCount({ address: account.address })).toBe(24);
  expect(await reader.getBalance({ address: SINK })).toBe(sumUntil(24));
}, 120_000);

test("moves the files aside and starts a new chain when no snapshot and no genesis is left", async () => {
  const first = await start({ snapshotEvery: 5 });
  const { send } = await funded(first);
  for (let nonce = 0; nonce < 24; nonce += 1) await send(nonce);
  await first.stop();
  chains = [];
  const folder = join(dataDir, "chains", "base-sepolia");
  for (const name of await readdir(folder)) {
    if (name.endsWith(".meta.json")) await writeFile(join(folder, name), "{");
  }
  const second = await start();
  expect(second.notes[0]).toMatch(/started empty/);
  expect(await second.node.balance(SINK)).toBe(0n);
  expect(await readdir(join(dataDir, "chains"))).toHaveLength(2);
}, 120_000);

test("ends the node of a killed supervisor and continues the chain", async () => {
  const first = await start();
  const { account, send } = await funded(first);
  await send(0);
  const orphan = first.node.pid ?? 0;
  // As after kill -9 of the supervisor: a second start finds the node running.
  const second = await start();
  expect(await isAlive(orphan)).toBe(false);
  expect(second.node.pid).not.toBe(orphan);
  const count = await second.node.call("eth_getTransactionCount", [account.address, "latest"]);
  expect(count).toBe("0x1");
  chains.reverse();
}, 120_000);

test("allows only the methods of a public node", async () => {
  const chain = await start();
  for (const method of [
    "anvil_setBalance",
    "anvil_dumpState",
    "evm_setTime",
    "debug_traceTransaction",
    "eth_sendTransaction",
    "eth_sendUnsignedTransaction",
    "eth_sign",
    "txpool_content",
    "hardhat_setBalance",
  ]) {
    const answer = await rpc(chain, { jsonrpc: "2.0", id: 7, method, params: [SINK, "0x1"] });
    expect(answer).toMatchObject({ id: 7, error: { code: -32_601 } });
  }
  const plain = await fetch(chain.url, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId" }),
  });
  expect(plain.status).toBe(415);
});

test("keeps the order of a batch and returns errors per call", async () => {
  const chain = await start();
  const answers = await rpc(chain, [
    { jsonrpc: "2.0", id: "a", method: "eth_chainId" },
    { jsonrpc: "2.0", id: "b", method: "anvil_reset" },
    { jsonrpc: "2.0", id: "c", method: "eth_sendRawTransaction", params: ["0x00"] },
    { jsonrpc: "2.0", id: "d", method: "eth_blockNumber", params: [] },
    { wrong: true },
  ]);
  expect(answers).toMatchObject([
    { id: "a", result: "0x14a34" },
    { id: "b", error: { code: -32_601 } },
    { id: "c", error: {} },
    { id: "d", result: "0x0" },
    { id: null, error: { code: -32_600 } },
  ]);
  const reads = await rpc(chain, [
    { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] },
    { jsonrpc: "2.0", id: 2, method: "eth_blockNumber", params: [] },
  ]);
  expect(reads).toMatchObject([
    { id: 1, result: "0x14a34" },
    { id: 2, result: "0x0" },
  ]);
});

test("slipway_fund requires the faucet token to add ether", async () => {
  const chain = await start();
  const call = { jsonrpc: "2.0", id: 1, method: "slipway_fund", params: [SINK, "0x64"] };
  expect(await rpc(chain, call)).toMatchObject({ error: { code: -32_001 } });
  const wrong = { authorization: "Bearer test-faucet-tokeN" };
  expect(await rpc(chain, call, wrong)).toMatchObject({ error: { code: -32_001 } });
  const right = { authorization: `Bearer ${FAUCET_TOKEN}` };
  expect(await rpc(chain, call, right)).toMatchObject({ result: "0x64" });
  expect(await rpc(chain, call, right)).toMatchObject({ result: "0xc8" });
  if (chain.node.pid !== null) process.kill(chain.node.pid, "SIGKILL");
  await waitUntil(async () => (await chain.node.balance(SINK)) === 200n, { timeoutMs: 10_000 });
  expect(await chain.node.balance(SINK)).toBe(200n);
});
