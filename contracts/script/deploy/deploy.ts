import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  getAddress,
  type Hash,
  type Hex,
  http,
  type PublicClient,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { gasLimitFor } from "@/lib/features/budget/rules/gas-limit";
import { type RouterVersion, UNIVERSAL_ROUTERS } from "@/lib/features/trade/rules/universal-router";
import { address } from "@/lib/schemas/common";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import type { ChainSlug } from "@/lib/shared/chains";
import { PRODUCTION_SETTINGS, SANDBOX_SETTINGS, type Settings } from "./chain-config";
import {
  CREATE2_FACTORY,
  type DeploymentPlan,
  planDeployment,
  SANDBOX_ROUTER_VERSION,
} from "./plan-deployment";

export type DeployInput = {
  rpcUrl: string;
  chainId: number;
  slug: ChainSlug;
  /** Pays for the deployment, and connects the launchpad to its hook. */
  privateKey: Hex;
  /** Owner of the launchpad; by default the deploying account, as in a sandbox. */
  owner?: Address;
  /** The first launcher; by default the deploying account. */
  launcher?: Address;
  /** The newest launchpad of the manifest, which this deployment replaces. */
  replaces?: Address;
  manifestPath: string;
  /** True: also deploys Uniswap's contracts and a fixed feed. */
  sandbox: boolean;
  log: (line: string) => void;
  /** ETH/USD feed; required on a real chain. */
  feed?: Address;
  settings?: Settings;
};

/** Content of the manifest, which lib/schemas/deployment.ts parses. */
export type DeploymentManifest = {
  chainId: number;
  slug: ChainSlug;
  sandbox: boolean;
  startBlock: number;
  deployedAt: string;
  universalRouterVersion: RouterVersion;
  previous?: Address;
  /** Launch protection that the hook offers; left out if it offers none. */
  launchProtection?: { startBps: number; seconds: number };
  contracts: Record<string, Address>;
  /** Capabilities of these contracts that earlier ones lack. */
  capabilities: { walletFundedLaunch: true };
};

const hex = z.string().refine((value): value is Hex => /^0x[0-9a-f]*$/i.test(value));
const progress = z.object({
  startBlock: z.number(),
  hookSalt: z.object({ initCodeHash: hex, salt: hex }).optional(),
});
const finished = z.looseObject({
  chainId: z.number(),
  previous: z.string().optional(),
  contracts: z.looseObject({ launchpad: address }),
});
type Finished = z.output<typeof finished>;

/** The generations in a manifest, oldest first; empty without a manifest. */
export function readGenerations(manifestPath: string): Finished[] {
  const manifest = readJson(manifestPath);
  if (manifest === null) return [];
  return z.array(finished).parse(Array.isArray(manifest) ? manifest : [manifest]);
}

export function writeJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { flush: true });
  renameSync(temporary, file);
}

export const readJson = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;

/** The plan of a deployment; reuses a salt that was mined before. */
export function planFor(input: DeployInput): DeploymentPlan {
  const connector = privateKeyToAccount(input.privateKey).address;
  if (!input.sandbox && !input.feed) throw new Error("a real chain needs an ETH/USD feed");
  const before = readJson(`${input.manifestPath}.partial`);
  return planDeployment({
    owner: input.owner ?? connector,
    connector,
    launcher: input.launcher ?? connector,
    previous: input.replaces ?? null,
    settings: input.settings ?? (input.sandbox ? SANDBOX_SETTINGS : PRODUCTION_SETTINGS),
    slug: input.slug,
    sandbox: input.sandbox,
    feed: input.feed ?? null,
    knownSalt: before === null ? undefined : progress.parse(before).hookSalt,
  });
}

/** Waits for a receipt. Polls often at first, for chains that mine at once. */
async function receiptOf(client: PublicClient, hash: Hash) {
  for (let waitMs = 5; ; waitMs = Math.min(waitMs * 2, 1_000)) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof Error && error.name === "TransactionReceiptNotFoundError") return null;
      throw error;
    });
    if (receipt) return receipt;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/**
 * Whether nothing is left to do: the manifest's newest launchpad exists on the chain and, if one is to
 * be replaced, replaces it.
 * @throws if the manifest belongs to another chain, or its newest launchpad is not the one to replace
 */
export async function isDeployed(
  client: PublicClient,
  { manifestPath, chainId, replaces }: Pick<DeployInput, "manifestPath" | "chainId" | "replaces">,
): Promise<boolean> {
  const newest = readGenerations(manifestPath).at(-1);
  if (newest === undefined) {
    if (replaces === undefined) return false;
    throw new Error(`${manifestPath} does not exist, so ${replaces} cannot be replaced`);
  }
  if (newest.chainId !== chainId)
    throw new Error(`${manifestPath} belongs to chain ${newest.chainId}`);
  const { launchpad } = newest.contracts;
  const exists = (await client.getCode({ address: launchpad })) !== undefined;
  if (replaces === undefined) return exists;
  if (newest.previous !== undefined && getAddress(newest.previous) === replaces) return exists;
  if (launchpad === replaces) return false;
  throw new Error(`the newest launchpad of ${manifestPath} is ${launchpad}, not ${replaces}`);
}

/**
 * Deploys the launchpad to a chain and writes its manifest. Every contract is created through the
 * CREATE2 factory, at an address that derives from its code and arguments. An interrupted run can
 * be repeated, and a finished deployment is not changed. With `replaces` the manifest becomes a list:
 * earlier generations stay in it, because their tokens do.
 * @returns the manifest's path
 * @throws if the chain is another one, a transaction reverts, or the node does not respond
 */
export async function deployContracts(input: DeployInput): Promise<string> {
  const { log, manifestPath } = input;
  const chain = defineChain({
    id: input.chainId,
    name: input.slug,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [input.rpcUrl] } },
  });
  const transport = http(input.rpcUrl, { retryCount: 2 });
  const client = createPublicClient({ chain, transport, cacheTime: 0 });
  const account = privateKeyToAccount(input.privateKey);
  const wallet = createWalletClient({ chain, transport, account });

  const actual = await client.getChainId();
  if (actual !== input.chainId) throw new Error(`${input.slug}: the node serves chain ${actual}`);
  if (await isDeployed(client, input)) {
    log(`${input.slug}: already deployed, see ${manifestPath}`);
    return manifestPath;
  }
  if ((await client.getCode({ address: CREATE2_FACTORY })) === undefined) {
    throw new Error(`${input.slug}: the CREATE2 factory ${CREATE2_FACTORY} is missing`);
  }

  const partialPath = `${manifestPath}.partial`;
  const before = readJson(partialPath);
  const startBlock =
    before === null ? Number(await client.getBlockNumber()) : progress.parse(before).startBlock;
  if (before === null) writeJson(partialPath, { startBlock });
  const plan = planFor(input);
  writeJson(partialPath, { startBlock, hookSalt: plan.hookSalt });

  const send = async (what: string, to: Address, data: Hex) => {
    const gas = gasLimitFor(await client.estimateGas({ account, to, data }));
    const hash = await wallet.sendTransaction({ to, data, gas });
    const receipt = await receiptOf(client, hash);
    if (receipt.status !== "success") throw new Error(`${input.slug}: ${what} reverted (${hash})`);
    log(`${input.slug}: ${what} (${receipt.gasUsed} gas)`);
  };

  const codes = await Promise.all(plan.steps.map(({ address }) => client.getCode({ address })));
  for (const [index, step] of plan.steps.entries()) {
    if (codes[index] !== undefined) continue;
    await send(`${step.contract} at ${step.address}`, CREATE2_FACTORY, step.data);
    if ((await client.getCode({ address: step.address })) === undefined) {
      throw new Error(`${input.slug}: ${step.contract} was not created at ${step.address}`);
    }
  }
  const launchpad = { address: plan.launchpad, abi: launchpadAbi } as const;
  const connected = await client.readContract({ ...launchpad, functionName: "hook" });
  if (getAddress(connected) !== plan.launchHook) {
    const data = encodeFunctionData({
      abi: launchpadAbi,
      functionName: "connect",
      args: [plan.launchHook, plan.managerFactory],
    });
    await send("connect", plan.launchpad, data);
  }

  const generation = await manifestOf(client, input, plan, startBlock);
  const earlier = input.replaces === undefined ? [] : readGenerations(manifestPath);
  writeJson(manifestPath, earlier.length === 0 ? generation : [...earlier, generation]);
  rmSync(partialPath, { force: true });
  log(`${input.slug}: deployed, see ${manifestPath}`);
  return manifestPath;
}

async function manifestOf(
  client: PublicClient,
  input: DeployInput,
  plan: DeploymentPlan,
  startBlock: number,
): Promise<DeploymentManifest> {
  const factory = { address: plan.managerFactory, abi: managerFactoryAbi } as const;
  const hook = { address: plan.launchHook, abi: launchHookAbi } as const;
  const [feeStream, startBps, seconds, revenue, split, dynamicSplit] = await Promise.all([
    client.readContract({ ...hook, functionName: "feeStream" }),
    client.readContract({ ...hook, functionName: "protectionStartBps" }),
    client.readContract({ ...hook, functionName: "protectionDuration" }),
    client.readContract({ ...factory, functionName: "revenueManagerImplementation" }),
    client.readContract({ ...factory, functionName: "addressFeeSplitManagerImplementation" }),
    client.readContract({
      ...factory,
      functionName: "dynamicAddressFeeSplitManagerImplementation",
    }),
  ]);
  return {
    chainId: input.chainId,
    slug: input.slug,
    sandbox: input.sandbox,
    startBlock,
    deployedAt: new Date().toISOString(),
    universalRouterVersion: input.sandbox
      ? SANDBOX_ROUTER_VERSION
      : UNIVERSAL_ROUTERS[input.slug].version,
    ...(input.replaces === undefined ? {} : { previous: input.replaces }),
    ...(startBps === 0 ? {} : { launchProtection: { startBps, seconds } }),
    contracts: {
      poolManager: getAddress(plan.periphery.poolManager),
      universalRouter: getAddress(plan.periphery.universalRouter),
      permit2: getAddress(plan.periphery.permit2),
      v4Quoter: getAddress(plan.periphery.v4Quoter),
      stateView: getAddress(plan.periphery.stateView),
      launchpad: plan.launchpad,
      launchHook: plan.launchHook,
      tokenFactory: plan.tokenFactory,
      feeStream,
      managerFactory: plan.managerFactory,
      launchLens: plan.launchLens,
      marketCapPrice: plan.marketCapPrice,
      ethUsdFeed: getAddress(plan.feed),
      revenueManagerImplementation: revenue,
      addressFeeSplitManagerImplementation: split,
      dynamicAddressFeeSplitManagerImplementation: dynamicSplit,
    },
    capabilities: { walletFundedLaunch: true },
  };
}
