import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient } from "@slipway-launchpad/client";
import { createPublicClient, type Hex, http, keccak256, toBytes } from "viem";
import { z } from "zod";
import type { Launch } from "@/lib/drivers/chain/chain-types";
import { createLaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { loadDeployment } from "@/lib/drivers/chain/load-deployment";
import { launchAccepted, launchStatus } from "@/lib/features/launch/schema/answers";
import { queryStack } from "../tests/setup/database/stack-database";
import { startStack } from "../tests/setup/stack/start-stack";
import { median } from "./support/median";

/**
 * Concurrent launches from many addresses on one chain with one wallet, compared with the same
 * transactions sent directly: signed with a local nonce, sent, receipt awaited. `npx tsx
 * bench/launch.ts`.
 */
const { values } = parseArgs({ options: { launches: { type: "string", default: "200" } } });
const LAUNCHES = Number(values.launches);
const CALLERS = 100;
const CHAIN = "base-sepolia";
const IMAGE = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";

// Limits of callers and networks are not under test.
const stack = await startStack({ RATE_LIMIT_EXEMPT: "198.18.0.0/15" });

async function launchThroughProduct(
  number: number,
  network: number,
  until: (jobId: string, headers: Record<string, string>) => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now();
  const caller = number % CALLERS;
  const headers = { "x-forwarded-for": `198.18.${network}.${caller}` };
  const response = await fetch(`${stack.baseUrl}/api/v1/${CHAIN}/launch-memecoin`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({
      name: `Bench ${number}`,
      symbol: `B${number}`,
      imageIpfs: IMAGE,
      creatorEmail: `bench-${caller}@example.com`,
    }),
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const { jobId } = launchAccepted.parse(await response.json());
  await until(jobId, headers);
  return performance.now() - startedAt;
}

/** Polls as the product's own client does, with growing pauses. */
const pollWithBackoff = (jobId: string, headers: Record<string, string>) =>
  createClient({ baseUrl: stack.baseUrl, headers }).waitForLaunch(jobId);

/** Polls without pauses; only for a single launch, where polling does not slow others. */
async function pollWithoutPause(jobId: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${stack.baseUrl}/api/v1/launch-status/${jobId}`);
    const job = launchStatus.parse(await answer.json());
    if (job.state === "completed") return;
    if (job.state === "failed") throw new Error(job.error);
    await sleep(10);
  }
}

/** The chain of the running stack, accessed directly with the product's wallet. */
async function openChain() {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(stack.dataDir, path), "utf8"));
  const port = z.record(z.string(), z.number()).parse(await read("ports.json"))[CHAIN];
  const secrets = z
    .object({ serverWalletPrivateKey: z.string() })
    .parse(await read("secrets.json"));
  const rpcUrl = `http://127.0.0.1:${port}`;
  const deployment = loadDeployment(CHAIN, join(stack.dataDir, "deployments", `${CHAIN}.json`));
  if (deployment === null) throw new Error("The chain has no deployment");
  const privateKey = z
    .string()
    .refine((value): value is Hex => value.startsWith("0x"))
    .parse(secrets.serverWalletPrivateKey);
  const chain = createLaunchChain({ chain: CHAIN, rpcUrls: [rpcUrl], privateKey, deployment });
  // All are sent at once and mined one after the other, so the last ones take long.
  const transport = http(rpcUrl, { timeout: 120_000, retryCount: 0 });
  return { chain, client: createPublicClient({ transport }) };
}

async function launchBare({ chain, client }: Awaited<ReturnType<typeof openChain>>) {
  const launchOf = (number: number): Launch => ({
    name: `Bare ${number}`,
    symbol: `R${number}`,
    tokenUri: `ipfs://${IMAGE}`,
    creator: chain.serverWallet,
    feeShareBps: 8000,
    marketCapUsdc: 4_000_000_000n,
    launchId: keccak256(toBytes(`bare-${number}`)),
    treasury: { kind: "none" },
  });
  const gas = await chain.estimateGas(chain.launchCall(launchOf(0)));
  const fees = await chain.estimateFees();
  const first = await chain.transactionCount();
  await Promise.all(
    Array.from({ length: LAUNCHES }, async (_, number) => {
      const call = chain.launchCall(launchOf(number));
      const { rawTransaction, hash } = await chain.sign(call, first + number, gas, fees);
      await client.sendRawTransaction({ serializedTransaction: rawTransaction });
      await client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
    }),
  );
}

/** When the last launch was completed, in Unix ms; its client learns it up to three seconds later. */
async function lastFinishedAt(): Promise<number> {
  const rows = await queryStack(
    stack.dataDir,
    "select extract(epoch from max(finished_at)) * 1000 as ms from launch.transactions",
  );
  return z.tuple([z.object({ ms: z.coerce.number() })]).parse(rows)[0].ms;
}

async function timed(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) / 1000;
}

try {
  const opened = await openChain();
  const single = [];
  for (let number = 0; number < 10; number += 1) {
    single.push(await launchThroughProduct(10_000 + number, 1, pollWithoutPause));
  }
  const nonceBefore = await opened.chain.transactionCount();
  const startedAt = Date.now();
  const all = Array.from({ length: LAUNCHES }, (_, number) =>
    launchThroughProduct(number, 0, pollWithBackoff),
  );
  const latencies = await Promise.all(all);
  const seconds = ((await lastFinishedAt()) - startedAt) / 1000;
  const noncesUsed = (await opened.chain.transactionCount()) - nonceBefore;
  const bareSeconds = await timed(() => launchBare(opened));
  const result = {
    launches: LAUNCHES,
    callers: CALLERS,
    noncesUsed,
    oneAtATimeMedianMs: Math.round(median(single)),
    atOnceMedianMs: Math.round(median(latencies)),
    launchesPerSecond: Number((LAUNCHES / seconds).toFixed(1)),
    barePerSecond: Number((LAUNCHES / bareSeconds).toFixed(1)),
    ratio: Number((bareSeconds / seconds).toFixed(3)),
  };
  console.table(result);
  console.log(JSON.stringify(result));
  if (noncesUsed !== LAUNCHES) throw new Error(`${noncesUsed} nonces for ${LAUNCHES} launches`);
} finally {
  await stack.stop();
}
