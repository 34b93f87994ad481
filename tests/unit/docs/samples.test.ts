import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createElement } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { Sample } from "@/components/docs/sample";
import {
  SAMPLES,
  type SampleName,
  sampleChain,
  sampleCode,
} from "@/components/docs/samples/samples";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";
import { renderWithFacts } from "../components/render-with-facts";

const run = promisify(execFile);
const RUN_MS = 10_000;
const stops: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** Runs a shell sample against a server with these responses, and returns what it prints. */
async function printed(name: SampleName, script: readonly ScriptedAnswer[]): Promise<string> {
  const server = await startScriptedServer(script);
  stops.push(() => server.stop());
  const code = sampleCode(name, server.baseUrl, "base");
  return (await run("bash", ["-c", code], { timeout: RUN_MS })).stdout;
}

const REFUSED = { status: 429, body: { success: false, error: "Rate limit exceeded" } };

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

  it("are shown for the chain of this launchpad", () => {
    const facts = { chains: ["base"], dataChains: ["base"] } as const;
    const sample = createElement(Sample, { name: "launchCurl", origin: "https://pad.example" });
    const html = renderWithFacts(facts, sample);
    expect(html).toContain("https://pad.example/api/v1/base/launch-memecoin");
    expect(html).not.toContain("base-sepolia");
  });

  it.each(["launchCurl", "videoCurl", "webhookCurl"] as const)(
    "%s ends and prints why its first request is refused",
    async (name) => {
      expect(await printed(name, [REFUSED])).toContain("Rate limit exceeded");
    },
    2 * RUN_MS,
  );

  it(
    "launchCurl ends and prints why the job cannot be read",
    async () => {
      const lost = { status: 404, body: { success: false, error: "Job not found" } };
      const script = [{ body: { success: true, jobId: "1" } }, lost];
      expect(await printed("launchCurl", script)).toContain("Job not found");
    },
    2 * RUN_MS,
  );
});
