import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Abi, type AbiParameter, concat, encodeAbiParameters, type Hex, isHex } from "viem";
import { z } from "zod";
import { projectRoot } from "../project-root";

const bytecode = z.string().refine((value): value is Hex => isHex(value));
const abi = z
  .array(z.looseObject({ type: z.string() }))
  .refine((value): value is typeof value & Abi => value.length > 0);
/** Foundry nests the bytecode, Hardhat does not. */
const artifact = z.object({
  abi,
  bytecode: z.union([bytecode, z.object({ object: bytecode }).transform(({ object }) => object)]),
});

/** Uniswap contracts, used in tests and the sandbox only: from an npm package, or copied from one. */
const PACKAGED = {
  PoolManager: "@uniswap/v4-core/out/PoolManager.sol/PoolManager.json",
} as const;
const COPIED = {
  StateView: "uniswap/StateView",
  V4Quoter: "uniswap/V4Quoter",
} as const;

/** Contracts with an artifact in contracts/artifacts. */
export type OwnArtifact =
  | "BoundedEthUsdFeed"
  | "FixedEthUsdFeed"
  | "LaunchHook"
  | "LaunchLens"
  | "Launchpad"
  | "ManagerFactory"
  | "MarketCapPrice"
  | "Multicall3"
  | "Permit2"
  | "TokenFactory"
  | "WrappedEther"
  | "uniswap/UniversalRouter-2.0";
export type ArtifactName = OwnArtifact | keyof typeof PACKAGED | keyof typeof COPIED;

const isPackaged = (name: ArtifactName): name is keyof typeof PACKAGED =>
  Object.hasOwn(PACKAGED, name);
const isCopied = (name: ArtifactName): name is keyof typeof COPIED => Object.hasOwn(COPIED, name);

/** ABI and init code (without constructor arguments) of a contract. */
export function loadArtifact(name: ArtifactName): { abi: Abi; bytecode: Hex } {
  const root = projectRoot();
  const file = isPackaged(name)
    ? createRequire(path.join(root, "package.json")).resolve(PACKAGED[name])
    : path.join(root, "contracts/artifacts", `${isCopied(name) ? COPIED[name] : name}.json`);
  return artifact.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Constructor arguments in ABI encoding; `0x` for a constructor without any. */
export function encodeConstructor(name: ArtifactName, args: readonly unknown[]): Hex {
  const entry = loadArtifact(name).abi.find((item) => item.type === "constructor");
  const inputs: readonly AbiParameter[] = entry?.type === "constructor" ? entry.inputs : [];
  return encodeAbiParameters(inputs, args);
}

/** Init code followed by the constructor arguments. */
export function initCode(name: ArtifactName, args: readonly unknown[]): Hex {
  return concat([loadArtifact(name).bytecode, encodeConstructor(name, args)]);
}
