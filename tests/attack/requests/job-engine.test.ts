import { expect, inject, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { readMetrics } from "../../setup/api/read-metrics";
import { waitForLaunch } from "../../setup/api/wait-for-launch";

/** Calls of the engine that the launchpad has refused because of a limit. */
async function refusedCalls(): Promise<number> {
  const text = await (await readMetrics(inject("baseUrl"))).text();
  const lines = text.split("\n").filter((line) => line.startsWith("slipway_http_requests_total{"));
  const refused = lines.filter(
    (line) => /operation="inngest"/.test(line) && /status="429"/.test(line),
  );
  return refused.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

it("unsigned calls from the engine's address do not stop launches", async () => {
  for (let sent = 0; sent < 300; sent += 1) {
    // Without X-Forwarded-For, like the engine.
    const url = `${inject("baseUrl")}/api/inngest?fnId=slipway-process-launch&stepId=step`;
    expect([401, 429]).toContain((await fetch(url, { method: "POST", body: "{}" })).status);
  }
  const before = await refusedCalls();
  const accepted = await request("/api/v1/base-sepolia/launch-memecoin", { body: launchBody() });
  expect(accepted.status).toBe(200);
  const { jobId } = launchAccepted.parse(accepted.body);
  expect(await waitForLaunch(jobId)).toMatchObject({ state: "completed" });
  expect(await refusedCalls()).toBe(before);
});
