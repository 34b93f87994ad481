import {
  ApiError,
  createClient,
  LaunchFailedError,
  LaunchTimeoutError,
} from "@slipway-launchpad/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ACTIVE, ADDRESS, COMPLETED, FAILED, HASH } from "../../setup/api/launch-responses";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";

let stop: () => Promise<void> = async () => undefined;
afterEach(() => {
  vi.restoreAllMocks();
  return stop();
});

async function against(...script: ScriptedAnswer[]) {
  const server = await startScriptedServer(script);
  stop = server.stop;
  return { ...server, client: createClient({ baseUrl: server.baseUrl }) };
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => Promise.reject(new Error("it succeeded")),
    (error: unknown) => error,
  );

describe("waitForLaunch", () => {
  it("polls until the launch is completed and reports every status", async () => {
    const { client, seen } = await against(ACTIVE, ACTIVE, COMPLETED);
    const states: string[] = [];
    const done = await client.waitForLaunch("job 1", {
      onUpdate: ({ state }) => states.push(state),
    });
    expect(done.collectionToken.address).toBe(ADDRESS);
    expect(states).toEqual(["active", "active", "completed"]);
    expect(new Set(seen.map(({ path }) => path))).toEqual(
      new Set(["/api/v1/launch-status/job%201"]),
    );
  });

  it("increases the wait between attempts", async () => {
    const { client, seen } = await against(ACTIVE, ACTIVE, ACTIVE, COMPLETED);
    await client.waitForLaunch("job");
    const pauses = seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? 0));
    expect(pauses[0]).toBeGreaterThanOrEqual(240);
    expect(pauses[1]).toBeGreaterThanOrEqual(365);
    expect(pauses[2]).toBeGreaterThanOrEqual(552);
  });

  it("survives lost connections, 5xx and proxy error pages", async () => {
    const { client, seen } = await against(
      "hang up",
      "cut",
      { status: 502, body: "<html>" },
      { status: 503, body: { success: false, error: "Down", code: "dependency_unavailable" } },
      COMPLETED,
    );
    expect((await client.waitForLaunch("job")).state).toBe("completed");
    expect(seen).toHaveLength(5);
  });

  it("does not poll before Retry-After", async () => {
    const body = { success: false, error: "Slow down", code: "rate_limited" };
    const limited = { status: 429, body, headers: { "Retry-After": "1" } };
    const { client, seen } = await against(limited, COMPLETED);
    await client.waitForLaunch("job");
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it("throws the reason of a failed launch", async () => {
    const { client } = await against(ACTIVE, FAILED);
    const error = await failure(client.waitForLaunch("job"));
    expect(error).toBeInstanceOf(LaunchFailedError);
    expect(error).toMatchObject({
      name: "LaunchFailedError",
      message: "No receipt",
      jobId: "job",
      transactionHash: HASH,
      transactionMayHaveSucceeded: true,
    });
  });

  it("does not wait for a job that does not exist", async () => {
    const body = { success: false, error: "Job not found", code: "job_not_found" };
    const { client, seen } = await against({ status: 404, body });
    const error = await failure(client.waitForLaunch("job"));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, code: "job_not_found", message: "Job not found" });
    expect(seen).toHaveLength(1);
  });

  it("stops at the caller's timeout with the latest status", async () => {
    const { client } = await against(ACTIVE);
    const error = await failure(client.waitForLaunch("job", { timeoutMs: 400 }));
    expect(error).toBeInstanceOf(LaunchTimeoutError);
    expect(error).toMatchObject({ jobId: "job", status: { state: "active" } });
  });

  it.each([
    ["forward", 3_600_000, COMPLETED, "completed"],
    ["back", -3_600_000, ACTIVE, "timeout"],
  ])("keeps its time limit when the computer's clock is set %s by an hour", async (...given) => {
    const [, step, next, expected] = given;
    const { client } = await against(ACTIVE, next);
    const realNow = Date.now;
    const onUpdate = () => vi.spyOn(Date, "now").mockImplementation(() => realNow() + step);
    const ended = client.waitForLaunch("job", { timeoutMs: 2_000, onUpdate }).then(
      ({ state }) => state,
      (error: unknown) => (error instanceof LaunchTimeoutError ? "timeout" : error),
    );
    expect(await ended).toBe(expected);
  });

  it("stops at once when Retry-After exceeds its timeout", async () => {
    const limited = { status: 429, body: {}, headers: { "Retry-After": "60" } };
    const { client } = await against(limited);
    const error = await failure(client.waitForLaunch("job", { timeoutMs: 5_000 }));
    expect(error).toBeInstanceOf(LaunchTimeoutError);
    expect(error).toMatchObject({ status: null, cause: { status: 429 } });
  });

  it("stops on the caller's abort signal, also during a wait", async () => {
    const { client } = await against(ACTIVE);
    const controller = new AbortController();
    const reason = new Error("not any more");
    const onUpdate = () => queueMicrotask(() => controller.abort(reason));
    const waiting = client.waitForLaunch("job", { signal: controller.signal, onUpdate });
    expect(await failure(waiting)).toBe(reason);
  });
});
