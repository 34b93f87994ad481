import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Address, type Hex, isHex, pad } from "viem";
import { z } from "zod";

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
  const file = createRequire(import.meta.url).resolve(
    "@uniswap/v4-core/out/PoolManager.sol/PoolManager.json",
  );
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
