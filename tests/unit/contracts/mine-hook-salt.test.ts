import { getCreate2Address, hexToBigInt, keccak256, toHex } from "viem";
import { expect, it } from "vitest";
import { mineHookSalt } from "@/contracts/script/deploy/mine-hook-salt";
import { CREATE2_FACTORY } from "@/contracts/script/deploy/plan-deployment";

it("finds the first salt whose address has the flags of the hook", () => {
  const bytecodeHash = keccak256(toHex("the hook of a test"));
  const flagsFor = (salt: bigint) => {
    const bytes = toHex(salt, { size: 32 });
    const address = getCreate2Address({ from: CREATE2_FACTORY, salt: bytes, bytecodeHash });
    return hexToBigInt(address) & 0x3fffn;
  };
  const found = hexToBigInt(mineHookSalt(CREATE2_FACTORY, bytecodeHash));
  expect(flagsFor(found)).toBe(0x28ecn);
  for (let salt = 0n; salt < found; salt += 1n) expect(flagsFor(salt)).not.toBe(0x28ecn);
});
