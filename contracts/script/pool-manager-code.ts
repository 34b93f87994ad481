import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Address, type Hex, isHex, keccak256, pad } from "viem";
import { z } from "zod";
import type { ChainSlug } from "../../lib/shared/chains";
import { projectRoot } from "./project-root";

/**
 * Keccak-256 of the code at PoolManager's address on each chain. Computed from the build in the npm
 * package @uniswap/v4-core 1.0.2, whose only immutable is its own address. If a chain returns another
 * hash, compare the contract's verified source on the chain's explorer, then pass the hash with
 * `--pool-manager-code-hash`.
 */
export const POOL_MANAGER_CODE_HASHES: Record<ChainSlug, Hex> = {
  base: "0x83b2af6e9f3158defc2811cbcb0db71ecf8b2ba2abea39c39e370ac5c6f43eb6",
  "base-sepolia": "0x03c45db6d09b14da7c1f7239a5a49697f976d395277e6d2acb6fbed3f9e0249f",
  robinhood: "0xbd3881180b547f5fe817545743cfb4343e96b1bc6640dcd70c106b0066e95626",
};

const built = z.object({
  deployedBytecode: z.object({
    object: z.string().refine((value): value is Hex => isHex(value)),
    immutableReferences: z.record(
      z.string(),
      z.array(z.object({ start: z.number(), length: z.literal(32) })),
    ),
  }),
});

/** Code of the PoolManager of the npm package at an address, as a node returns it. */
export function poolManagerCode(address: Address): Hex {
  const require = createRequire(path.join(projectRoot(), "package.json"));
  const file = require.resolve("@uniswap/v4-core/out/PoolManager.sol/PoolManager.json");
  const { deployedBytecode } = built.parse(JSON.parse(readFileSync(file, "utf8")));
  const slots = Object.values(deployedBytecode.immutableReferences);
  const [references] = slots;
  if (slots.length !== 1 || references === undefined) {
    throw new Error("the PoolManager of @uniswap/v4-core has other immutables than its address");
  }
  const word = pad(address, { size: 32 }).slice(2).toLowerCase();
  let code = deployedBytecode.object.slice(2);
  for (const { start } of references) {
    code = code.slice(0, start * 2) + word + code.slice(start * 2 + 64);
  }
  return `0x${code}`;
}

/**
 * Compares the code at PoolManager's address with the known hash: another contract there would hold all
 * liquidity.
 * @throws if it differs
 */
export function requirePoolManager(input: {
  slug: ChainSlug;
  address: Address;
  code: Hex | undefined;
  /** The hash that the operator has checked; overrides the table. */
  checkedHash: string | undefined;
}): void {
  const { slug, address, code, checkedHash } = input;
  const expected = checkedHash ?? POOL_MANAGER_CODE_HASHES[slug];
  const found = code === undefined ? "no code" : keccak256(code);
  if (found.toLowerCase() === expected.toLowerCase()) return;
  throw new Error(
    `the code hash of PoolManager at ${address} on ${slug} is ${found}, not ${expected}. Compare its verified source on the explorer, then pass --pool-manager-code-hash ${found}`,
  );
}
