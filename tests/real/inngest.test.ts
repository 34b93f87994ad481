import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type LaunchStatus,
  launchAccepted,
  launchStatus,
} from "@/lib/features/launch/schema/answers";
import { launchBody } from "../setup/api/launch-body";
import { newCaller } from "../setup/api/new-caller";
import { type Stack, startStack } from "../setup/stack/start-stack";
import { hasInngest, type RealInngest, startInngest } from "./start-inngest";

/**
 * The durable functions on the embedded engine and on a self-hosted Inngest server, with the time
 * of each scenario. docs/inngest.md explains how to get the server.
 */
const ENGINES = [
  { name: "embedded engine", isReal: false },
  { name: "Inngest server", isReal: true },
];
const WAIT_MS = 150_000;
const isInstalled = hasInngest();

describe.each(ENGINES)("on the $name", ({ name, isReal }) => {
  describe.skipIf(isReal && !isInstalled)("durable functions", () => {
    let inngest: RealInngest | null = null;
    let stack: Stack;
    beforeAll(async () => {
      inngest = isReal ? await startInngest() : null;
      stack = await startStack(inngest?.variables);
    });
    afterAll(async () => {
      await stack?.stop();
      await inngest?.stop();
    });

    async function launch(token: string): Promise<string> {
      const response = await fetch(`${stack.baseUrl}/api/v1/base-sepolia/launch-memecoin`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": newCaller() },
        body: JSON.stringify(launchBody({ name: token })),
      });
      expect(response.status).toBe(200);
      return launchAccepted.parse(await response.json()).jobId;
    }

    async function ended(jobId: string): Promise<LaunchStatus> {
      const deadline = Date.now() + WAIT_MS;
      for (;;) {
        const headers = { "x-forwarded-for": newCaller() };
        const url = `${stack.baseUrl}/api/v1/launch-status/${jobId}`;
        const response = await fetch(url, { headers }).catch(() => null);
        if (response?.status === 200) {
          const job = launchStatus.parse(await response.json());
          if (job.state === "completed" || job.state === "failed") return job;
        }
        if (Date.now() > deadline) throw new Error(`${jobId} is open:\n${inngest?.output() ?? ""}`);
        await sleep(250);
      }
    }

    /** Launches tokens at once, runs `disturb`, and checks that each exists once. */
    async function launchAll(what: string, count: number, disturb?: () => Promise<void>) {
      const startedAt = performance.now();
      const names = Array.from({ length: count }, (_, index) => `${what} ${index}`);
      const ids = await Promise.all(names.map(launch));
      await disturb?.();
      const jobs = await Promise.all(ids.map(ended));
      const tokens = jobs.flatMap((job) =>
        job.state === "completed" ? [job.collectionToken.address] : [],
      );
      expect(new Set(tokens).size).toBe(count);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      process.stdout.write(`${name}: ${what}, ${count} launches: ${seconds} s\n`);
    }

    async function killEngine(): Promise<void> {
      if (inngest !== null) return inngest.restart();
      const file = await readFile(join(stack.dataDir, "run", "engine.json"), "utf8");
      process.kill(z.object({ pid: z.number() }).parse(JSON.parse(file)).pid, "SIGKILL");
    }

    it("launches right after the start, without a manual step", () => launchAll("first", 1));
    it("launches twenty at once, each once", () => launchAll("at once", 20));
    it("finishes launches when the engine is killed", () =>
      launchAll("engine killed", 5, killEngine));
    it("finishes launches when the launchpad is killed", () =>
      launchAll("launchpad killed", 5, async () => {
        process.kill(stack.pid(), "SIGKILL");
        await stack.restart();
      }));
  });
});
