import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./project-root";

/** Import prefixes and their folders; equal to foundry.toml. */
const REMAPPINGS = {
  "@uniswap/v4-core/": "node_modules/@uniswap/v4-core/",
  "@openzeppelin/contracts/": "node_modules/@openzeppelin/contracts/",
  "solady/": "node_modules/solady/",
} as const;

export type StandardInput = {
  language: "Solidity";
  sources: Record<string, { content: string }>;
  settings: {
    remappings: string[];
    optimizer: { enabled: true; runs: number };
    evmVersion: "cancun";
    metadata: { bytecodeHash: "none"; appendCBOR: false };
    outputSelection: Record<string, Record<string, string[]>>;
  };
};

function resolveImport(from: string, target: string): string {
  if (target.startsWith(".")) return path.posix.join(path.posix.dirname(from), target);
  for (const [prefix, folder] of Object.entries(REMAPPINGS)) {
    if (target.startsWith(prefix)) return folder + target.slice(prefix.length);
  }
  throw new Error(`${from} imports ${target}, which no remapping covers`);
}

function solidityFiles(folder: string): string[] {
  return readdirSync(path.join(projectRoot(), folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return solidityFiles(name);
    return entry.name.endsWith(".sol") ? [name] : [];
  });
}

/**
 * The compiler's standard JSON input for contracts/src and all its imports: the input of
 * `contracts:build` and of block explorers' verification.
 */
export function standardInput(): StandardInput {
  const sources: Record<string, { content: string }> = {};
  const visit = (unit: string) => {
    if (sources[unit]) return;
    const content = readFileSync(path.join(projectRoot(), unit), "utf8");
    sources[unit] = { content };
    for (const match of content.matchAll(/^\s*import\s[^;"]*"([^"]+)";/gm)) {
      if (match[1]) visit(resolveImport(unit, match[1]));
    }
  };
  for (const unit of solidityFiles("contracts/src").sort()) visit(unit);
  return {
    language: "Solidity",
    sources,
    settings: {
      remappings: Object.entries(REMAPPINGS).map(([prefix, folder]) => `${prefix}=${folder}`),
      optimizer: { enabled: true, runs: 800 },
      evmVersion: "cancun",
      metadata: { bytecodeHash: "none", appendCBOR: false },
      outputSelection: {
        "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] },
      },
    },
  };
}
