import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type LaunchStatus, launchStatus } from "@/lib/features/launch/schema/answers";
import { request } from "./api";

const WAIT_MS = 60_000;

/** Polls a job until it has ended; checks every response against the strict schema. */
export async function waitForLaunch(jobId: string): Promise<LaunchStatus> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const { status, body } = await request(`/api/v1/launch-status/${jobId}`);
    expect(status).toBe(200);
    const job = launchStatus.parse(body);
    if (job.state === "completed" || job.state === "failed") return job;
    if (Date.now() > deadline) throw new Error(`Job ${jobId} is still ${job.state}`);
    await sleep(50);
  }
}
