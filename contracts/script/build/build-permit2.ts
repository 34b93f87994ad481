/**
 * Rebuilds contracts/artifacts/Permit2.json from the sources in @uniswap/v4-periphery. Needed only
 * if that file is lost. It requires that package and an old compiler, which are not dependencies:
 *   npm install --no-save --ignore-scripts v4-periphery@npm:@uniswap/v4-periphery@1.0.3
 *   npm install --no-save --ignore-scripts solc-0.8.17@npm:solc@0.8.17
 *   npx tsx contracts/script/build/build-permit2.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Hex, keccak256 } from "viem";
import { z } from "zod";
import { projectRoot } from "../project-root";

/** Keccak-256 of the init code of 0x000000000022D473030F116dDEE9F6B43aC78BA3 on every chain. */
const CANONICAL_INIT_CODE_HASH =
  "0xe2be1e05eedf35dacd66c65c862f8150ff9ab4b6b24b9bbe62be71b6b16cf0f8";

const compiler = z.object({ compile: z.function({ input: [z.string()], output: z.string() }) });
const compiled = z.object({
  contracts: z.object({
    "src/Permit2.sol": z.object({
      Permit2: z.object({
        abi: z.array(z.unknown()),
        evm: z.object({ bytecode: z.object({ object: z.string() }) }),
      }),
    }),
  }),
});

const require = createRequire(import.meta.url);
const root = projectRoot();
const permit2 = path.join(root, "node_modules/v4-periphery/lib/permit2");

/** Reads a source unit and its imports, under the names of the original build. */
function collect(unit: string, sources: Record<string, { content: string }>) {
  if (sources[unit]) return;
  const content = readFileSync(path.join(permit2, unit), "utf8");
  sources[unit] = { content };
  for (const [, target] of content.matchAll(/from "([^"]+)"/g)) {
    if (!target) continue;
    const next = target.startsWith("solmate/")
      ? `lib/${target}`
      : path.posix.join(path.posix.dirname(unit), target);
    collect(next, sources);
  }
}

const sources: Record<string, { content: string }> = {};
collect("src/Permit2.sol", sources);
const input = {
  language: "Solidity",
  sources,
  settings: {
    remappings: ["solmate/=lib/solmate/"],
    optimizer: { enabled: true, runs: 1_000_000 },
    viaIR: true,
    metadata: { bytecodeHash: "none" },
    outputSelection: { "src/Permit2.sol": { Permit2: ["abi", "evm.bytecode.object"] } },
  },
};
const solc = compiler.parse(require("solc-0.8.17"));
const output = JSON.parse(solc.compile(JSON.stringify(input)));
const { abi, evm } = compiled.parse(output).contracts["src/Permit2.sol"].Permit2;
const bytecode: Hex = `0x${evm.bytecode.object}`;
const hash = keccak256(bytecode);
if (hash !== CANONICAL_INIT_CODE_HASH) throw new Error(`Permit2 differs: init code hash ${hash}`);
const target = path.join(root, "contracts/artifacts/Permit2.json");
writeFileSync(target, `${JSON.stringify({ abi, bytecode }, null, 1)}\n`);
console.log(`Permit2 matches its canonical init code hash; written to ${target}`);
