import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchAccepted, launchStatus } from "@/lib/features/launch/schema";
import { hasProgram } from "../setup/find-program";
import { launchBody } from "../setup/launch-body";
import { newCaller } from "../setup/new-caller";
import { type Stack, startStack } from "../setup/start-stack";
import { type RealInngest, startInngest } from "./start-inngest";

/** The durable functions on a real, self-hosted Inngest server. docs/production.md says how to get one. */
const report = (line: string) => process.stdout.write(`${line}\n`);
const isInstalled = hasProgram({
  name: "inngest",
  versionFlag: "version",
  install: "see docs/production.md",
});

describe.skipIf(!isInstalled)("on a real Inngest server", () => {
  let inngest: RealInngest;
  let stack: Stack;
  beforeAll(async () => {
    inngest = await startInngest();
    stack = await startStack(inngest.variables);
  });
  afterAll(async () => {
    await stack?.stop();
    await inngest?.stop();
  });

  async function launch(name: string): Promise<string> {
    const response = await fetch(`${stack.baseUrl}/api/v1/base-sepolia/launch-memecoin`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": newCaller() },
      body: JSON.stringify(launchBody({ name })),
    });
    const body: unknown = await response.json();
    expect(response.status, JSON.stringify(body)).toBe(200);
    return launchAccepted.parse(body).jobId;
  }

  async function ended(jobId: string, withinMs = 120_000) {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const response = await fetch(`${stack.baseUrl}/api/v1/launch-status/${jobId}`).catch(
        () => null,
      );
      if (response?.status === 200) {
        const job = launchStatus.parse(await response.json());
        if (job.state === "completed" || job.state === "failed") return job;
      }
      if (Date.now() > deadline) throw new Error(`${jobId}:\n${inngest.output().slice(-3_000)}`);
      await sleep(250);
    }
  }

  it("registers the functions without a manual step and launches", async () => {
    const started = Date.now();
    const job = await ended(await launch("Real"));
    expect(job.state).toBe("completed");
    report(`one launch: ${Date.now() - started} ms`);
  });

  it("launches each of twenty accepted at once exactly once", async () => {
    const started = Date.now();
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => launch(`Many ${i}`)));
    const jobs = await Promise.all(ids.map((id) => ended(id)));
    expect(jobs.map(({ state }) => state)).toEqual(ids.map(() => "completed"));
    const addresses = jobs.map((job) => ("collectionToken" in job ? job.collectionToken : job));
    expect(new Set(addresses.map((one) => JSON.stringify(one))).size).toBe(20);
    report(`20 launches: ${Date.now() - started} ms`);
  });

  it("finishes launches across a killed engine", async () => {
    const started = Date.now();
    const ids = await Promise.all(Array.from({ length: 5 }, (_, i) => launch(`Engine ${i}`)));
    await inngest.restart();
    const jobs = await Promise.all(ids.map((id) => ended(id)));
    expect(jobs.map(({ state }) => state)).toEqual(ids.map(() => "completed"));
    report(`5 launches across a killed engine: ${Date.now() - started} ms`);
  });

  it("finishes launches across a killed web server", async () => {
    const started = Date.now();
    const ids = await Promise.all(Array.from({ length: 5 }, (_, i) => launch(`Web ${i}`)));
    process.kill(stack.pid(), "SIGKILL");
    await stack.restart();
    const jobs = await Promise.all(ids.map((id) => ended(id)));
    expect(jobs.map(({ state }) => state)).toEqual(ids.map(() => "completed"));
    report(`5 launches across a killed launchpad: ${Date.now() - started} ms`);
  });
});
