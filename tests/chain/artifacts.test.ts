import { readFileSync } from "node:fs";
import path from "node:path";
import { keccak256 } from "viem";
import { describe, expect, it } from "vitest";
import { initCode, loadArtifact } from "@/contracts/script/artifact";
import { generatedFiles } from "@/contracts/script/generated";
import { standardInput } from "@/contracts/script/standard-input";

const root = path.join(import.meta.dirname, "../..");

describe("committed contract files", () => {
  it("are what the sources compile to", () => {
    for (const [name, text] of Object.entries(generatedFiles())) {
      expect(readFileSync(path.join(root, name), "utf8") === text, `${name} is current`).toBe(true);
    }
  }, 300_000);

  it("hold the canonical Permit2", () => {
    expect(keccak256(initCode("Permit2", []))).toBe(
      "0xe2be1e05eedf35dacd66c65c862f8150ff9ab4b6b24b9bbe62be71b6b16cf0f8",
    );
  });

  it("hold the Universal Router 2.0 as it was published", () => {
    expect(keccak256(loadArtifact("uniswap/UniversalRouter-2.0").bytecode)).toBe(
      "0x9de61e9b0c53be4a30a83e6275018bce1794dcdbc68fbf093fa4b1ff0a8d31ac",
    );
  });

  it("come from MIT sources only", () => {
    for (const [unit, { content }] of Object.entries(standardInput().sources)) {
      expect(/SPDX-License-Identifier:\s*(\S+)/.exec(content)?.[1], unit).toBe("MIT");
    }
  });
});
