import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { encodeConstructor } from "./artifact";
import type { Step } from "./plan-deployment";
import { standardInput } from "./standard-input";

const SOURCES: Record<string, string> = {
  BoundedEthUsdFeed: "contracts/src/price/BoundedEthUsdFeed.sol",
  LaunchHook: "contracts/src/LaunchHook.sol",
  LaunchLens: "contracts/src/LaunchLens.sol",
  Launchpad: "contracts/src/Launchpad.sol",
  ManagerFactory: "contracts/src/managers/ManagerFactory.sol",
  MarketCapPrice: "contracts/src/price/MarketCapPrice.sol",
  TokenFactory: "contracts/src/TokenFactory.sol",
};

/**
 * Writes the verification input for block explorers: the compiler's standard JSON input, and for
 * each contract its name, address and constructor arguments.
 * @returns the folder, next to the manifest
 */
export function writeVerification(
  steps: readonly Pick<Step, "contract" | "address" | "args">[],
  manifestPath: string,
): string {
  const folder = path.join(
    path.dirname(manifestPath),
    `${path.basename(manifestPath, ".json")}-verification`,
  );
  mkdirSync(folder, { recursive: true });
  const contracts = steps.flatMap(({ contract, address, args }) => {
    const source = SOURCES[contract];
    if (source === undefined) return [];
    const constructorArguments = encodeConstructor(contract, args).slice(2);
    return [{ name: `${source}:${contract}`, address, constructorArguments }];
  });
  const index = { compiler: "v0.8.26+commit.8a97fa7a", input: "standard-input.json", contracts };
  writeFileSync(path.join(folder, "contracts.json"), `${JSON.stringify(index, null, 2)}\n`);
  writeFileSync(path.join(folder, "standard-input.json"), JSON.stringify(standardInput()));
  return folder;
}
