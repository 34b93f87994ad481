import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { createChainGuard } from "@/lib/drivers/chain/chain-guard";
import { listen } from "../../setup/servers/listen";
import { startScriptedServer } from "../../setup/servers/scripted-server";

const result = (value: unknown) => ({ body: { jsonrpc: "2.0", id: 1, result: value } });

it("ends the wait of one caller without ending the check of the others", async () => {
  const waiting: (() => void)[] = [];
  const node = createServer((request, response) => {
    request.resume();
    waiting.push(() => response.end(JSON.stringify(result("0x14a34").body)));
  });
  const { origin } = await listen(node);
  onTestFinished(() => {
    node.closeAllConnections();
    node.close();
  });
  const guard = createChainGuard({
    chainId: 84_532,
    rpcUrls: [origin],
  });
  const patient = guard.check(0);
  const stop = new AbortController();
  const impatient = guard.check(0, stop.signal);
  stop.abort(new Error("the request has ended"));
  await expect(impatient).rejects.toThrow("the request has ended");
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  await expect(patient).resolves.toBeUndefined();
});

it("asks the node again after a failed request, and when the check is old", async () => {
  let now = 0;
  const node = await startScriptedServer([result("0x14a34")]);
  onTestFinished(() => node.stop());
  const guard = createChainGuard({ chainId: 84_532, rpcUrls: [node.baseUrl], now: () => now });
  await guard.check(0);
  await guard.check(0);
  expect(node.seen).toHaveLength(1);
  guard.suspect(0);
  await guard.check(0);
  expect(node.seen).toHaveLength(2);
  now += 10_000;
  await guard.check(0);
  expect(node.seen).toHaveLength(3);
});

it("uses a node again once it serves the right chain", async () => {
  let now = 0;
  const node = await startScriptedServer([result("0x2105"), result("0x14a34")]);
  onTestFinished(() => node.stop());
  const found: string[] = [];
  const guard = createChainGuard({
    chainId: 84_532,
    rpcUrls: [node.baseUrl],
    now: () => now,
    onForeign: ({ message }) => found.push(message),
  });
  const problem = "RPC address 1 serves chain 8453, not 84532";
  await expect(guard.check(0)).rejects.toThrow(problem);
  expect(guard.foreign()).toBe(1);
  now += 2_000;
  await guard.check(0);
  expect(guard.foreign()).toBe(0);
  expect(found).toEqual([problem]);
});
