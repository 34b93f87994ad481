/**
 * Copies the Universal Router 2.0 from its npm package into contracts/artifacts/uniswap. Needed
 * only if that file is lost; the package is 50 MB, so it is not a dependency:
 *   npm install --no-save --ignore-scripts universal-router-2.0@npm:@uniswap/universal-router@2.0.0
 *   npx tsx contracts/script/fetch-universal-router.ts
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Hex, isHex, keccak256 } from "viem";
import { z } from "zod";

const INIT_CODE_HASH = "0x9de61e9b0c53be4a30a83e6275018bce1794dcdbc68fbf093fa4b1ff0a8d31ac";
/** The build that `forge script` deploys: optimized for 44,444,444 runs through the IR. */
const BUILT = "node_modules/universal-router-2.0/out/UniversalRouter.sol/UniversalRouter.json";
const TARGET = "contracts/artifacts/uniswap/UniversalRouter-2.0.json";

const built = z.object({
  abi: z.array(z.unknown()),
  bytecode: z.object({ object: z.string().refine((value): value is Hex => isHex(value)) }),
});

const root = path.join(import.meta.dirname, "../..");
const { abi, bytecode } = built.parse(JSON.parse(readFileSync(path.join(root, BUILT), "utf8")));
const hash = keccak256(bytecode.object);
if (hash !== INIT_CODE_HASH) throw new Error(`the router differs: init code hash ${hash}`);
const artifact = {
  license: "GPL-3.0-or-later",
  source: "npm package @uniswap/universal-router 2.0.0, contracts/UniversalRouter.sol, unmodified",
  abi,
  bytecode: bytecode.object,
};
const target = path.join(root, TARGET);
mkdirSync(path.dirname(target), { recursive: true });
writeFileSync(target, `${JSON.stringify(artifact, null, 1)}\n`);
console.log(`written to ${target}`);
