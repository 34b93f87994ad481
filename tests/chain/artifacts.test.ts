import { keccak256 } from "viem";
import { describe, expect, it } from "vitest";
import { initCode, loadArtifact } from "@/contracts/script/build/artifact";

/** `npm run contracts:check` verifies that they match the sources and their licences. */
describe("committed contract files", () => {
  it("contain the canonical Permit2", () => {
    expect(keccak256(initCode("Permit2", []))).toBe(
      "0xe2be1e05eedf35dacd66c65c862f8150ff9ab4b6b24b9bbe62be71b6b16cf0f8",
    );
  });

  it("contain the published Universal Router 2.0", () => {
    expect(keccak256(loadArtifact("uniswap/UniversalRouter-2.0").bytecode)).toBe(
      "0x9de61e9b0c53be4a30a83e6275018bce1794dcdbc68fbf093fa4b1ff0a8d31ac",
    );
  });
});
