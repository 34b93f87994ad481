import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Address, encodeAbiParameters, type Hex, type PublicClient } from "viem";
import { z } from "zod";
import { findTokenGeneration } from "@/lib/drivers/chain/find-generation";
import { address } from "@/lib/schemas/common";
import { deployment } from "@/lib/schemas/deployment";
import { launchTokenAbi } from "@/lib/shared/abi/launch-token";
import { managerFactoryAbi } from "@/lib/shared/abi/manager-factory";
import { encodeConstructor } from "../build/artifact";
import { standardInput } from "../standard-input";
import { readJson, writeJson } from "./deploy";
import type { Step } from "./plan-deployment";

const SOURCES = {
  AddressFeeSplitManager: "contracts/src/managers/AddressFeeSplitManager.sol",
  BoundedEthUsdFeed: "contracts/src/price/BoundedEthUsdFeed.sol",
  DynamicAddressFeeSplitManager: "contracts/src/managers/DynamicAddressFeeSplitManager.sol",
  FeeStream: "contracts/src/FeeStream.sol",
  LaunchHook: "contracts/src/LaunchHook.sol",
  LaunchLens: "contracts/src/LaunchLens.sol",
  LaunchToken: "contracts/src/LaunchToken.sol",
  Launchpad: "contracts/src/Launchpad.sol",
  ManagerFactory: "contracts/src/managers/ManagerFactory.sol",
  MarketCapPrice: "contracts/src/price/MarketCapPrice.sol",
  RevenueManager: "contracts/src/managers/RevenueManager.sol",
  TokenFactory: "contracts/src/TokenFactory.sol",
} as const;
type Source = keyof typeof SOURCES;

/** A contract in the form that block explorers require; arguments are hex without `0x`. */
const entry = z.object({ name: z.string(), address, constructorArguments: z.string() });
type Entry = z.output<typeof entry>;
const index = z.looseObject({ contracts: z.array(entry) });

const isSource = (name: string): name is Source => Object.hasOwn(SOURCES, name);

function entryOf(contract: Source, at: Address, constructorArguments: Hex): Entry {
  return {
    name: `${SOURCES[contract]}:${contract}`,
    address: at,
    constructorArguments: constructorArguments.slice(2),
  };
}

const folderOf = (manifestPath: string, launchpad: Address) =>
  path.join(
    path.dirname(manifestPath),
    `${path.basename(manifestPath, ".json")}-verification`,
    launchpad,
  );

function save(folder: string, contracts: readonly Entry[]): void {
  const compiler = "v0.8.26+commit.8a97fa7a";
  writeJson(path.join(folder, "contracts.json"), {
    compiler,
    input: "standard-input.json",
    contracts,
  });
}

/** Whether the newest generation of a manifest has its verification input. */
export function hasVerification(manifestPath: string): boolean {
  const { contracts } = deployment.parse(readJson(manifestPath));
  return readEntries(folderOf(manifestPath, contracts.launchpad)) !== null;
}

/** The entries of a folder; null if it has none. */
function readEntries(folder: string): Entry[] | null {
  const before = index.safeParse(readJson(path.join(folder, "contracts.json")));
  return before.success ? before.data.contracts : null;
}

/**
 * Writes the verification input for block explorers: the compiler's standard JSON input, and for each
 * contract of the newest generation its name, address and constructor arguments, with those that the
 * hook and the manager factory created. `addTokenVerification` adds a launched token.
 * @param steps the plan of the deployment
 * @returns the folder, next to the manifest
 * @throws if the plan is not that of the manifest: the constructor arguments would be others
 */
export async function writeVerification(
  client: PublicClient,
  steps: readonly Pick<Step, "key" | "contract" | "address" | "args">[],
  manifestPath: string,
): Promise<string> {
  const { contracts } = deployment.parse(readJson(manifestPath));
  // These addresses derive from all arguments of the deployment, those of the other contracts included.
  const deployed = new Map<string, Address>(Object.entries(contracts));
  const other = steps.find(({ key, address: at }) => (deployed.get(key) ?? at) !== at);
  if (other !== undefined) {
    throw new Error(
      `no verification input was written: ${manifestPath} has no ${other.contract} at ${other.address}. Repeat the release and the options of the deployment`,
    );
  }
  const created = steps.flatMap(({ contract, address: at, args }) =>
    isSource(contract) ? [entryOf(contract, at, encodeConstructor(contract, args))] : [],
  );
  const hook = encodeAbiParameters([{ type: "address" }], [contracts.launchHook]);
  const implementations = await implementationsOf(client, contracts.managerFactory);
  const folder = folderOf(manifestPath, contracts.launchpad);
  mkdirSync(folder, { recursive: true });
  save(folder, [
    ...created,
    entryOf("FeeStream", contracts.feeStream, "0x"),
    ...implementations.map(([contract, at]) => entryOf(contract, at, hook)),
  ]);
  writeFileSync(path.join(folder, "standard-input.json"), JSON.stringify(standardInput()));
  return folder;
}

async function implementationsOf(
  client: PublicClient,
  factory: Address,
): Promise<(readonly [Source, Address])[]> {
  const contract = { address: factory, abi: managerFactoryAbi } as const;
  const [revenue, split, dynamicSplit] = await Promise.all([
    client.readContract({ ...contract, functionName: "revenueManagerImplementation" }),
    client.readContract({ ...contract, functionName: "addressFeeSplitManagerImplementation" }),
    client.readContract({
      ...contract,
      functionName: "dynamicAddressFeeSplitManagerImplementation",
    }),
  ]);
  return [
    ["RevenueManager", revenue],
    ["AddressFeeSplitManager", split],
    ["DynamicAddressFeeSplitManager", dynamicSplit],
  ];
}

/**
 * Adds a launched token to the verification input of its generation. All tokens have the same code, so
 * explorers recognize the others once one is verified.
 * @returns the folder of the generation
 * @throws if no launchpad of the manifest launched it, or its generation has no verification input
 */
export async function addTokenVerification(
  client: PublicClient,
  token: Address,
  manifestPath: string,
): Promise<string> {
  const { generations } = deployment.parse(readJson(manifestPath));
  const generation = await findTokenGeneration(client, generations, token);
  if (generation === null) {
    throw new Error(`${token} was not launched by a launchpad of ${manifestPath}`);
  }
  const { launchpad, launchHook } = generation.contracts;
  const on = { address: token, abi: launchTokenAbi } as const;
  const [name, symbol, uri] = await Promise.all([
    client.readContract({ ...on, functionName: "name" }),
    client.readContract({ ...on, functionName: "symbol" }),
    client.readContract({ ...on, functionName: "tokenURI" }),
  ]);
  const folder = folderOf(manifestPath, launchpad);
  const before = readEntries(folder);
  if (before === null) {
    throw new Error(`${folder} has no contracts.json; contracts:deploy wrote it on deployment`);
  }
  const text = { type: "string" } as const;
  const parameters = [text, text, text, { type: "address" }] as const;
  const args = encodeAbiParameters(parameters, [name, symbol, uri, launchHook]);
  const others = before.filter((one) => one.address !== token);
  save(folder, [...others, entryOf("LaunchToken", token, args)]);
  return folder;
}
