import { describe, expect, it } from "vitest";
import {
  SAMPLES,
  type SampleName,
  sampleChain,
  sampleCode,
} from "@/components/docs/samples/samples";

const NAMES = Object.keys(SAMPLES).filter((name): name is SampleName => name in SAMPLES);

describe("the samples of the guide", () => {
  it.each(NAMES)("%s names only the chain that it is shown for", (name) => {
    const code = sampleCode(name, "https://pad.example", "base");
    expect(code).not.toMatch(/base-sepolia|robinhood|CHAIN|ORIGIN/);
  });

  it.each([
    { chains: ["base"], dataChains: ["base"], shown: "base" },
    {
      chains: ["base", "base-sepolia"],
      dataChains: ["base", "base-sepolia"],
      shown: "base-sepolia",
    },
    { chains: ["base", "base-sepolia"], dataChains: ["base"], shown: "base" },
    { chains: ["robinhood"], dataChains: ["base-sepolia", "robinhood"], shown: "robinhood" },
    { chains: ["robinhood"], dataChains: [], shown: "robinhood" },
  ] as const)("are for a chain that is served, a testnet if there is one: %j", (served) => {
    expect(sampleChain(served)).toBe(served.shown);
  });
});
