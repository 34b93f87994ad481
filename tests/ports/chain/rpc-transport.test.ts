import { createPublicClient } from "viem";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { isUnavailable } from "@/lib/shared/unavailable";
import { duringRequest } from "@/lib/support/calls/dependency";
import { createRpcTransport } from "@/lib/support/calls/rpc-transport";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";
import { startSilentServer } from "../../setup/servers/silent-server";

/** Long enough for a busy machine wherever a node answers. */
const PATIENT_MS = 10_000;

async function startNode(...script: ScriptedAnswer[]) {
  const node = await startScriptedServer(script);
  onTestFinished(() => node.stop());
  return node;
}
async function startSilentNode() {
  const node = await startSilentServer();
  onTestFinished(() => node.stop());
  return node;
}
const answers = (result: unknown) => ({ body: { jsonrpc: "2.0", id: 1, result } });
const refuses = (code: number, message: string) => ({
  body: { jsonrpc: "2.0", id: 1, error: { code, message } },
});
const connect = (...rpcUrls: string[]) =>
  createPublicClient({ transport: createRpcTransport({ name: "chain test", rpcUrls }) });

describe("calls to a chain while a request waits", () => {
  it("fail when the node does not answer within the request's limit", async () => {
    const node = await startSilentNode();
    const chainId = duringRequest(200, () => connect(node.url).getChainId());
    await expect(chainId).rejects.toThrow("chain test did not answer in time");
    expect(await chainId.catch(isUnavailable)).toBe(true);
    expect(node.connections()).toBeGreaterThan(0);
  });

  it.each<[string, ScriptedAnswer]>([
    ["hangs up", "hang up"],
    ["returns 502", { status: 502, body: {} }],
    ["is overloaded", refuses(-32_005, "limit exceeded")],
    ["lags", refuses(-32_000, "header not found")],
  ])("are repeated at the next node when one %s, and stay there", async (_, answer) => {
    const [first, second] = [await startNode(answer), await startNode(answers("0x2105"))];
    const client = connect(first.baseUrl, second.baseUrl);
    for (let calls = 0; calls < 3; calls += 1) {
      expect(await duringRequest(PATIENT_MS, () => client.getChainId())).toBe(8453);
    }
    expect(first.seen).toHaveLength(1);
    expect(second.seen).toHaveLength(3);
  });

  it("return to the first node after a while", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const first = await startNode("hang up", answers("0x2105"));
    const second = await startNode(answers("0x2105"));
    const client = connect(first.baseUrl, second.baseUrl);
    const call = () => duringRequest(PATIENT_MS, () => client.getChainId());
    await call();
    vi.advanceTimersByTime(30_000);
    await call();
    expect([first.seen.length, second.seen.length]).toEqual([2, 1]);
  });

  it("are repeated at the only node after a failed connection", async () => {
    const node = await startNode("hang up", "hang up", answers("0x2105"));
    const client = connect(node.baseUrl);
    expect(await duringRequest(PATIENT_MS, () => client.getChainId())).toBe(8453);
  });

  it("are not repeated after a revert", async () => {
    const reverts = refuses(3, "execution reverted");
    const [first, second] = [await startNode(reverts), await startNode(answers("0x"))];
    const client = connect(first.baseUrl, second.baseUrl);
    const call = duringRequest(PATIENT_MS, () =>
      client.call({ to: "0x8ba1f109551bD432803012645Ac136ddd64DBA72" }),
    );
    await expect(call).rejects.toThrow(/reverted/);
    expect([first.seen.length, second.seen.length]).toEqual([1, 0]);
  });
});

it("background work retries as before", async () => {
  const node = await startNode("hang up", answers("0x2105"));
  expect(await connect(node.baseUrl).getChainId()).toBe(8453);
});
