import "@/lib/shared/guard-fetch";
import { createHash, randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { keccak256, toBytes } from "viem";
import { deploymentPath } from "@/lib/drivers/chain/deployment-path";
import { createEmbeddedIpfs } from "@/lib/drivers/ipfs/embedded";
import { createStorage } from "@/lib/drivers/storage/create-storage";
import { type Env, readEnv, required } from "@/lib/env";
import { createLog } from "@/lib/log";
import type { ChainSlug } from "@/lib/shared/chains";
import { ideaAt } from "./catalogue";
import { createDemoChain, type DemoChain } from "./chain-client";
import { createService } from "./create-service";
import { createDemoWallet } from "./demo-wallet";
import { Markets } from "./follow-markets";
import { launchIdea } from "./launch-idea";
import { createRandom, type Random } from "./random";
import { runTrader } from "./run-trader";
import { STRATEGIES } from "./strategies";

/**
 * Demo activity for a sandbox: `node dist/demo.mjs --url=http://… [--minutes=N] [--seed=text]`.
 * Launches through the public API and trades on the sandbox chains; never on a real chain.
 */

/** Launches alternate between the chains in this order. */
const CHAINS: readonly ChainSlug[] = ["base-sepolia", "base"];
/** Maximum launches per run. */
const LAUNCHES_MAX = 40;

/** Pause after a launch in milliseconds: short at first, so that there is something to see. */
function restAfter(launches: number, chance: Random): number {
  if (launches < 6) return chance.between(300, 2000);
  return launches < 14 ? chance.between(4000, 12_000) : chance.between(120_000, 240_000);
}

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:3000" },
    minutes: { type: "string" },
    seed: { type: "string" },
  },
});
const env = readEnv();
const log = createLog(env, "demo");
const stop = new AbortController();
// Every trader adds a listener.
setMaxListeners(0, stop.signal);
const counts = { launches: 0, buys: 0, sells: 0, failures: 0 };

process.on("SIGTERM", () => stop.abort());
process.on("SIGINT", () => stop.abort());
process.on("disconnect", () => stop.abort());
if (values.minutes !== undefined) {
  setTimeout(() => stop.abort(), Number(values.minutes) * 60_000).unref();
}

const faucetToken = required(env, "SANDBOX_FAUCET_TOKEN");
// Without a seed the traders of a data folder keep their accounts, but behave randomly each time.
const accounts = values.seed ?? createHash("sha256").update(faucetToken).digest("hex");
const random = createRandom(values.seed ?? randomBytes(8).toString("hex"));
const chains = CHAINS.flatMap((slug) => connect(env, slug));
if (chains.length === 0) throw new Error("no chain of the demo is a sandbox");

const service = createService(values.url, env.TRUSTED_PROXY_HOPS);
const worlds = chains.map((chain) => ({
  chain,
  markets: new Markets(service, chain, random.fork(`markets ${chain.slug}`)),
}));
type World = (typeof worlds)[number];

await Promise.allSettled(worlds.map(({ markets }) => markets.refreshList()));
process.send?.({ type: "ready" });
const report = setInterval(printReport, 60_000);
await Promise.all([...worlds.flatMap((world) => [watch(world), ...trade(world)]), launchAll()]);
clearInterval(report);
printReport();
process.exit(0);

function printReport(): void {
  const { launches, buys, sells, failures } = counts;
  process.stdout.write(`${launches} launches, ${buys} buys, ${sells} sells so far\n`);
  log.info({ failures }, "demo");
}

function connect(from: Env, slug: ChainSlug): DemoChain[] {
  const rpcUrl = from.rpcUrls(slug)?.[0];
  if (!from.isSandbox(slug) || rpcUrl === undefined) return [];
  return [createDemoChain({ slug, rpcUrl, manifestPath: deploymentPath(from, slug), faucetToken })];
}

function onError(err: unknown): void {
  if (stop.signal.aborted) return;
  counts.failures += 1;
  log.debug({ err }, "demo action failed");
}

/** Waits; returns early when the demo is stopped. */
async function pause(ms: number): Promise<void> {
  await delay(ms, undefined, { signal: stop.signal }).catch(() => {});
}

async function watch({ markets }: World): Promise<void> {
  for (let turn = 0; !stop.signal.aborted; turn += 1) {
    if (turn % 2 === 0) await markets.refreshList().catch(onError);
    await markets.refreshPrices(Date.now()).catch(onError);
    await pause(2000);
  }
}

function trade({ chain, markets }: World): Promise<void>[] {
  return STRATEGIES.flatMap((strategy) =>
    Array.from({ length: strategy.count }, (_, index) => {
      const name = `${chain.slug} ${strategy.name} ${index}`;
      return runTrader({
        strategy,
        markets,
        wallet: createDemoWallet(chain, keccak256(toBytes(`slipway demo ${accounts} ${name}`))),
        random: random.fork(name),
        signal: stop.signal,
        onTrade: (kind) => {
          counts[kind === "buy" ? "buys" : "sells"] += 1;
        },
        onError,
      });
    }),
  );
}

async function launchAll(): Promise<void> {
  const chance: Random = random.fork("launches");
  const ipfs = createEmbeddedIpfs(createStorage(env.storage));
  const known = new Set(worlds.flatMap(({ markets }) => [...markets.names]));
  for (let index = 0; counts.launches < LAUNCHES_MAX && !stop.signal.aborted; index += 1) {
    const idea = ideaAt(index, chance);
    // Launched by an earlier run on the same data folder.
    if (known.has(idea.name)) continue;
    known.add(idea.name);
    const world = worlds[counts.launches % worlds.length];
    if (world === undefined) return;
    const wallet = keccak256(toBytes(`slipway demo ${accounts} creator ${index}`));
    try {
      await launchIdea({
        service,
        chain: world.chain.slug,
        idea,
        ipfs,
        creatorWallet: createDemoWallet(world.chain, wallet).address,
        random: chance.fork(idea.name),
        signal: stop.signal,
      });
      counts.launches += 1;
      process.stdout.write(`launched ${idea.name} (${idea.symbol}) on ${world.chain.slug}\n`);
    } catch (error) {
      onError(error);
    }
    await pause(restAfter(counts.launches, chance));
  }
}
