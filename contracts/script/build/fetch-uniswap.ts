/**
 * Copies contracts of Uniswap from their npm packages into contracts/artifacts/uniswap. Needed only
 * if a file there is lost; the packages are 50 and 80 MB, so they are not dependencies:
 *   npm install --no-save --ignore-scripts universal-router-2.0@npm:@uniswap/universal-router@2.0.0
 *   npm install --no-save --ignore-scripts v4-periphery@npm:@uniswap/v4-periphery@1.0.3
 *   npx tsx contracts/script/build/fetch-uniswap.ts
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Hex, isHex, keccak256 } from "viem";
import { z } from "zod";
import { projectRoot } from "../project-root";

const TARGET = "contracts/artifacts/uniswap";

/** Each with the build that its package's deployment script uses. */
const CONTRACTS = [
  {
    file: "UniversalRouter-2.0.json",
    // Optimized for 44,444,444 runs through the IR.
    built: "universal-router-2.0/out/UniversalRouter.sol/UniversalRouter.json",
    initCodeHash: "0x9de61e9b0c53be4a30a83e6275018bce1794dcdbc68fbf093fa4b1ff0a8d31ac",
    license: "GPL-3.0-or-later",
    source:
      "npm package @uniswap/universal-router 2.0.0, contracts/UniversalRouter.sol, unmodified",
  },
  {
    file: "StateView.json",
    built: "v4-periphery/foundry-out/StateView.sol/StateView.json",
    initCodeHash: "0x629a234d6030d2c729a3d1527635cb35e64e99c767805201e564821015e04d1d",
    license: "MIT",
    source: "npm package @uniswap/v4-periphery 1.0.3, src/lens/StateView.sol, unmodified",
  },
  {
    file: "V4Quoter.json",
    built: "v4-periphery/foundry-out/V4Quoter.sol/V4Quoter.json",
    initCodeHash: "0x0b884bcb97af0a5fdeb0bd809f81007179651002aa1e08728e3c61ef711a915f",
    license: "MIT",
    source: "npm package @uniswap/v4-periphery 1.0.3, src/lens/V4Quoter.sol, unmodified",
  },
] as const;

const artifact = z.object({
  abi: z.array(z.unknown()),
  bytecode: z.object({ object: z.string().refine((value): value is Hex => isHex(value)) }),
});

const root = projectRoot();
mkdirSync(path.join(root, TARGET), { recursive: true });
for (const { file, built, initCodeHash, license, source } of CONTRACTS) {
  const from = path.join(root, "node_modules", built);
  if (!existsSync(from)) {
    console.log(`${file}: its package is not installed`);
    continue;
  }
  const { abi, bytecode } = artifact.parse(JSON.parse(readFileSync(from, "utf8")));
  const hash = keccak256(bytecode.object);
  if (hash !== initCodeHash) throw new Error(`${file} differs: init code hash ${hash}`);
  const target = path.join(root, TARGET, file);
  // Nested as forge writes it, so that Solidity tests can deploy the file.
  const written = { license, source, abi, bytecode: { object: bytecode.object } };
  writeFileSync(target, `${JSON.stringify(written, null, 1)}\n`);
  console.log(`written to ${target}`);
}
