import { expect, it, onTestFinished } from "vitest";
import { createJobEvents } from "@/lib/drivers/jobs/create-job-events";
import { startScriptedServer } from "../../setup/servers/scripted-server";

const EVENT = { id: "1", name: "transaction/accepted", data: {} };

async function connect(...script: Parameters<typeof startScriptedServer>[0]) {
  const engine = await startScriptedServer(script);
  onTestFinished(() => engine.stop());
  return createJobEvents({ eventKey: "key", baseUrl: engine.baseUrl });
}

it("is unhealthy after the engine refused the event key, and names the variable", async () => {
  const jobs = await connect({ status: 401, body: { error: "Event key not found", status: 401 } });
  await expect(jobs.send([EVENT])).rejects.toThrow("rejects INNGEST_EVENT_KEY");
  expect(await jobs.isHealthy()).toBe(false);
});

it("is healthy after the engine accepted events", async () => {
  const jobs = await connect({ body: { ids: ["1"], status: 200 } });
  await jobs.send([EVENT]);
  expect(await jobs.isHealthy()).toBe(true);
});
