import { getEventListeners } from "node:events";
import {
  ApiError,
  type Client,
  createClient,
  type RequestOptions,
} from "@slipway-launchpad/client";
import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import type { LaunchAccepted, LaunchDryRun } from "@/lib/features/launch/schema/answers";
import { OPERATIONS } from "@/lib/operations/all";
import type { Operation } from "@/lib/operations/operation";
import { hurryTimeouts } from "../../setup/hurry-timeouts";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";
import { whileCollecting } from "../../setup/while-collecting";

const ADDRESS = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const TOKEN = { name: "First Light", symbol: "LIGHT", imageIpfs: "Qm" };
const ACCEPTED = {
  body: {
    success: true,
    message: "Memecoin launch request queued",
    jobId: "job",
    queueStatus: { position: 0, waitingJobs: 1, activeJobs: 0, estimatedWaitSeconds: 2 },
    walletProvider: null,
    expectedAddress: ADDRESS,
  },
};
const EMPTY_LIST = {
  body: {
    data: [],
    pagination: { limit: 5, offset: 0 },
    meta: { network: "mainnet", timestamp: 1 },
  },
};

/** Calls a method as a program without types does. */
async function callUntyped(client: Client, id: string, ...args: unknown[]): Promise<unknown> {
  const method: unknown = Reflect.get(client, id);
  if (typeof method !== "function") throw new Error(`no method ${id}`);
  return Reflect.apply(method, client, args);
}

let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());

async function against(...script: ScriptedAnswer[]) {
  const server = await startScriptedServer(script);
  stop = server.stop;
  return { ...server, client: createClient({ baseUrl: server.baseUrl }) };
}

describe("createClient", () => {
  it("has a method for every operation", () => {
    const client = createClient({ baseUrl: "http://localhost" });
    const ids = Object.entries<Operation>(OPERATIONS).map(([name, { id }]) => [name, id]);
    for (const [name, id] of ids) {
      expect(name).toBe(id);
      expect(client).toHaveProperty([name ?? ""], expect.any(Function));
    }
  });

  it("puts path parameters, query and body where they belong", async () => {
    const { client, seen } = await against(EMPTY_LIST, ACCEPTED);
    const query = { limit: 5, ownerAddress: ADDRESS };
    await callUntyped(client, "listTokens", "base", { ...query, signal: undefined });
    await client.launchMemecoin("base-sepolia", TOKEN);
    expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["GET", `/v1/base/tokens?limit=5&ownerAddress=${ADDRESS}`, ""],
      ["POST", "/api/v1/base-sepolia/launch-memecoin", TOKEN],
    ]);
  });

  const WEBHOOK = { managementSecret: "own-secret" };

  it.each([
    ["a query", "listWebhookDeliveries", ["wh_1", WEBHOOK]],
    ["another query", "listTokens", ["base", { timeoutMs: 10 }]],
    ["a body", "updateWebhook", ["wh_1", WEBHOOK]],
    ["an empty body", "testWebhook", ["wh_1", WEBHOOK, {}]],
  ])("sends no option in the place of %s", async (_, id, args) => {
    const { client, seen } = await against({ status: 404, body: {} });
    await expect(callUntyped(client, id, ...args)).rejects.toThrow("is an option");
    expect(seen).toEqual([]);
  });

  it.each([[[WEBHOOK]], [[{}, WEBHOOK]], [[undefined, WEBHOOK]]])(
    "sends the secret of an operation without a body as a header: %j",
    async (args) => {
      const { client, seen } = await against({ status: 404, body: {} });
      for (const id of ["testWebhook", "rotateWebhookSecret"]) {
        await expect(callUntyped(client, id, "wh_1", ...args)).rejects.toThrow(ApiError);
      }
      const sent = seen.map(({ headers, body }) => [headers.authorization, body]);
      expect(sent).toEqual([1, 2].map(() => ["Bearer own-secret", {}]));
    },
  );

  it("has types for every operation", () => {
    expectTypeOf<Client["testWebhook"]>().parameters.toEqualTypeOf<
      [webhookId: string, options?: RequestOptions]
    >();
    const client = createClient({ baseUrl: "http://localhost" });
    expectTypeOf(client.getToken).parameter(1).toEqualTypeOf<string>();
    expectTypeOf(client.getConfig).parameters.toExtend<[object?]>();
    expectTypeOf(client.createRevenueManager).parameter(1).toHaveProperty("recipientEmail");
    expectTypeOf(client.createRevenueManager)
      .parameter(1)
      .toHaveProperty("protocolFee")
      .toEqualTypeOf<string | number>();
    const launch = () => client.launchMemecoin("base", TOKEN);
    const dryRun = () => client.launchMemecoin("base", { ...TOKEN, dryRun: true });
    expectTypeOf(launch).returns.resolves.toEqualTypeOf<LaunchAccepted>();
    expectTypeOf(dryRun).returns.resolves.toEqualTypeOf<LaunchDryRun>();
    // @ts-expect-error: a chain that does not exist
    const wrongChain = () => client.launchMemecoin("mainnet", TOKEN);
    // @ts-expect-error: a launch without a name
    const nameless = () => client.launchMemecoin("base", { symbol: "LIGHT", imageIpfs: "Qm" });
    expect([wrongChain, nameless]).toHaveLength(2);
  });

  it("retries a launch without a response, always with the same key", async () => {
    hurryTimeouts();
    const { client, seen } = await against("hang up", { status: 502, body: "<html>" }, ACCEPTED);
    const { jobId } = await client.launchMemecoin("base", TOKEN);
    expect(jobId).toBe("job");
    const keys = seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("generates a new key per launch, and keeps one that is given", async () => {
    const { client, seen } = await against(ACCEPTED);
    await client.launchMemecoin("base", TOKEN);
    await client.launchMemecoin("base", TOKEN);
    await client.launchMemecoin("base", TOKEN, { idempotencyKey: "mine" });
    const keys = seen.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe("mine");
  });

  it("sends no key with reads", async () => {
    const { client, seen } = await against("hang up", EMPTY_LIST);
    await client.listTokens("base");
    expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, undefined]);
  });

  it.each(["mine", "注文-1"])("sends no key that the operation does not take: %j", async (key) => {
    const { client, seen } = await against(EMPTY_LIST);
    await client.listTokens("base", {}, { idempotencyKey: key });
    expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined]);
  });

  it("stops after four attempts and reports the key to resume with", async () => {
    hurryTimeouts();
    const { client, seen } = await against("hang up");
    const error = await client.launchMemecoin("base", TOKEN, { idempotencyKey: "mine" }).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, code: "network_error", idempotencyKey: "mine" });
    expect(seen).toHaveLength(4);
  });

  it("retries reads and launches whose connection is lost during the body", async () => {
    const list = await against("cut", EMPTY_LIST);
    expect(await list.client.listTokens("base")).toEqual(EMPTY_LIST.body);
    await stop();
    const { client, seen } = await against("cut", ACCEPTED);
    expect(await client.launchMemecoin("base", TOKEN)).toEqual(ACCEPTED.body);
    expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(seen).toHaveLength(2);
  });

  it.each(["注文-1", "a b", "a\nb", "", "x".repeat(256)])(
    "sends nothing with a key that the service cannot accept: %j",
    async (idempotencyKey) => {
      const { client, seen } = await against(ACCEPTED);
      const launched = client.launchMemecoin("base", TOKEN, { idempotencyKey });
      await expect(launched).rejects.toThrow(TypeError);
      expect(seen).toEqual([]);
    },
  );

  it.each(["秘密", "a\nb"])(
    "does not call the service unreachable for a header that cannot be sent: %j",
    async (secret) => {
      const { client, baseUrl, seen } = await against(EMPTY_LIST);
      const own = createClient({ baseUrl, headers: { "x-app": secret } });
      const options = { managementSecret: secret };
      await expect(client.listTokens("base", {}, options)).rejects.toThrow(TypeError);
      await expect(own.sendVideo(baseUrl, new Blob(["x"]))).rejects.toThrow(TypeError);
      await expect(own.streamMarket("base").next()).rejects.toThrow(TypeError);
      expect(seen).toEqual([]);
    },
  );

  it.each([
    [400, "invalid_body"],
    [422, "idempotency_key_reused"],
    [429, "rate_limited"],
    [500, "internal_error"],
  ])("does not retry a response with %i", async (status, code) => {
    const details = [{ path: "name", message: "is wrong" }];
    const body = { success: false, error: "No", code, details };
    const { client, seen } = await against({ status, body, headers: { "Retry-After": "42" } });
    await expect(client.launchMemecoin("base", TOKEN)).rejects.toMatchObject({
      name: "ApiError",
      message: "No",
      retryAfterSeconds: 42,
      status,
      code,
      details,
    });
    expect(seen).toHaveLength(1);
  });

  it("keeps the hash of a manager's transaction that was not mined in time", async () => {
    const txHash = `0x${"b".repeat(64)}`;
    const body = { success: false, error: "Not yet", code: "transaction_pending", txHash };
    const { client, seen } = await against({ status: 504, body });
    const manager = { protocolFee: 100, recipientEmail: "ada@example.com" };
    await expect(client.createRevenueManager("base", manager)).rejects.toMatchObject({
      transactionHash: txHash,
    });
    expect(seen).toHaveLength(1);
  });

  it("uses the fetch, the headers and the signal of the client", async () => {
    const { baseUrl, seen } = await against(EMPTY_LIST);
    const controller = new AbortController();
    const paths: string[] = [];
    const client = createClient({
      baseUrl: `${baseUrl}/`,
      headers: { "x-app": "mine" },
      signal: controller.signal,
      fetch: (url, init) => {
        paths.push(String(url));
        return fetch(url, init);
      },
    });
    await client.listTokens("base");
    expect(paths).toEqual([`${baseUrl}/v1/base/tokens`]);
    expect(seen[0]?.headers["x-app"]).toBe("mine");
    controller.abort(new Error("over"));
    await expect(client.listTokens("base")).rejects.toThrow("over");
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["a request", (client: Client, signal: AbortSignal) => client.getConfig({ signal })],
    ["a wait", (client: Client, signal: AbortSignal) => client.waitForLaunch("job", { signal })],
    [
      "an upload",
      (client: Client, signal: AbortSignal) =>
        client.sendVideo("http://localhost/silent", new Blob(["x"]), { signal }),
    ],
    [
      "a stream",
      (client: Client, signal: AbortSignal) => client.streamMarket("base", { signal }).next(),
    ],
  ])("ends %s by a timeout signal that nothing else refers to", async (_, start) => {
    const silent: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    for (const own of [{}, { signal: new AbortController().signal }]) {
      const client = createClient({ baseUrl: "http://localhost", fetch: silent, ...own });
      const end = start(client, AbortSignal.timeout(200)).then(
        (result) => JSON.stringify(result),
        (error: unknown) => (error instanceof Error ? error.name : "not an error"),
      );
      // A stream that is aborted ends without an error.
      expect(["TimeoutError", '{"done":true}']).toContain(await whileCollecting(end));
    }
  });

  it("waits for a large body as long as the service does, unless a limit is given", async () => {
    vi.useFakeTimers();
    try {
      const silent: typeof fetch = (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        });
      const client = createClient({ baseUrl: "http://localhost", fetch: silent });
      const image = { base64Image: `data:image/png;base64,${"A".repeat(12 * 2 ** 20)}` };
      const started = Date.now();
      const ended = (call: Promise<unknown>) =>
        call.then(
          () => -1,
          () => Date.now() - started,
        );
      const given = ended(client.uploadImage(image, { timeoutMs: 2_000 }));
      const small = ended(client.uploadImage({ base64Image: "A" }));
      const large = ended(client.uploadImage(image));
      await vi.runAllTimersAsync();
      expect([await given, Math.floor((await small) / 1_000)]).toEqual([2_000, 30]);
      // 256 bytes a millisecond: 12 MB take 49 seconds.
      expect(await large).toBeGreaterThan(79_000);
      expect(await large).toBeLessThan(80_000);
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps no listener of a finished or refused request on the signals", async () => {
    const { baseUrl } = await against(EMPTY_LIST);
    const { signal } = new AbortController();
    const client = createClient({ baseUrl, signal });
    const own = { signal: new AbortController().signal };
    await client.listTokens("base", {}, own);
    const refused = client.listTokens("base", {}, { ...own, managementSecret: "a\nb" });
    await expect(refused).rejects.toThrow(TypeError);
    for (const one of [signal, own.signal]) expect(getEventListeners(one, "abort")).toEqual([]);
  });

  it.each([
    ["the video provider", "https://upload.videodelivery.net/abc", null],
    ["another port", "https://pad.example:8443/api/v1/upload-video/abc", null],
    ["the service", "https://pad.example/api/v1/upload-video/abc", "Bearer own-secret"],
  ])("sends its headers with an upload only to the service: %s", async (_, url, expected) => {
    const sent: Headers[] = [];
    const client = createClient({
      baseUrl: "https://pad.example/",
      headers: { Authorization: "Bearer own-secret" },
      fetch: async (_url, init) => {
        sent.push(new Headers(init?.headers));
        return new Response("{}");
      },
    });
    await client.sendVideo(url, new Blob(["x"]));
    expect(sent.map((headers) => headers.get("authorization"))).toEqual([expected]);
  });

  it.each(["localhost:3000", "ftp://example.com", "nonsense"])("rejects %s", (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(TypeError);
  });
});
