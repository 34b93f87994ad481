import { inspect } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createRpcRelay } from "@/lib/drivers/chain/create-rpc-relay";
import { RPC_ANSWER_BYTES_MAX } from "@/lib/shared/chain/rpc-limits";
import { freePort } from "@/sandbox/process/free-port";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";

async function startNode(...script: ScriptedAnswer[]) {
  const node = await startScriptedServer(script);
  onTestFinished(() => node.stop());
  return node;
}
const answers = (result: unknown) => ({ body: { jsonrpc: "2.0", id: 1, result } });

describe("relay to the nodes of a chain", () => {
  it("sends calls to the first node and returns its response", async () => {
    const [first, second] = [await startNode(answers("0x1")), await startNode(answers("0x2"))];
    const relay = createRpcRelay({ rpcUrls: [first.baseUrl, second.baseUrl] });
    expect(await relay.send("eth_call", [{ to: "0x1" }, "latest"])).toEqual({ result: "0x1" });
    expect(first.seen[0]?.body).toMatchObject({
      method: "eth_call",
      params: [{ to: "0x1" }, "latest"],
    });
    expect(second.seen).toEqual([]);
  });

  it("sends user and password of an RPC URL in a header, and does not report them", async () => {
    const node = await startNode(answers("0x1"), "hang up");
    const rpcUrl = node.baseUrl.replace("://", "://rpc-user:p%40ss-word@");
    const failures: unknown[] = [];
    const relay = createRpcRelay({
      rpcUrls: [`${rpcUrl}/v1`],
      onFailure: (error) => failures.push(error),
    });
    expect(await relay.send("eth_chainId", [])).toEqual({ result: "0x1" });
    expect(node.seen[0]).toMatchObject({
      path: "/v1",
      headers: { authorization: `Basic ${btoa("rpc-user:p@ss-word")}` },
    });
    await relay.send("eth_chainId", []);
    expect(failures).toHaveLength(1);
    expect(inspect(failures)).not.toMatch(/rpc-user|ss-word/);
  });

  it.each<[string, ScriptedAnswer]>([
    ["that hangs up", "hang up"],
    ["that fails", { status: 502, body: {} }],
    ["that is asked too much", { status: 429, body: {} }],
    ["that answers something else", { body: "hello" }],
  ])("fails over after a node %s, and stays with the next one", async (_, answer) => {
    const [first, second] = [await startNode(answer), await startNode(answers(null))];
    const relay = createRpcRelay({ rpcUrls: [first.baseUrl, second.baseUrl] });
    expect(await relay.send("eth_getTransactionByHash", [])).toEqual({ result: null });
    expect(await relay.send("eth_getTransactionByHash", [])).toEqual({ result: null });
    expect(first.seen).toHaveLength(1);
    expect(second.seen).toHaveLength(2);
  });

  it("returns to the first node after a while", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const first = await startNode("hang up", answers("0x1"));
    const second = await startNode(answers("0x2"));
    const relay = createRpcRelay({ rpcUrls: [first.baseUrl, second.baseUrl] });
    expect(await relay.send("eth_blockNumber", [])).toEqual({ result: "0x2" });
    vi.advanceTimersByTime(30_000);
    expect(await relay.send("eth_blockNumber", [])).toEqual({ result: "0x1" });
  });

  it("reports that no node answered", async () => {
    const rpcUrls = [`http://127.0.0.1:${await freePort()}/key-of-the-operator`];
    const outcome = await createRpcRelay({ rpcUrls }).send("eth_chainId", []);
    expect(outcome).toEqual({
      error: { code: -32_603, message: "No node of the chain responds" },
    });
  });

  it("refuses parameters that cannot be written as JSON, without a call or a failover", async () => {
    const node = await startNode(answers("0x1"));
    const failures: unknown[] = [];
    const relay = createRpcRelay({
      rpcUrls: [node.baseUrl],
      onFailure: (error) => failures.push(error),
    });
    const params: unknown[] = JSON.parse("[".repeat(9_000) + "]".repeat(9_000));
    expect(await relay.send("eth_call", params)).toMatchObject({ error: { code: -32_602 } });
    expect([node.seen, failures]).toEqual([[], []]);
  });

  it("returns errors without data, and stays with the same node", async () => {
    const error = { code: -32_003, message: "Insufficient funds for gas * price + value" };
    const refuses = { body: { jsonrpc: "2.0", id: 1, error } };
    const [first, second] = [await startNode(refuses), await startNode(answers("0x1"))];
    const relay = createRpcRelay({ rpcUrls: [first.baseUrl, second.baseUrl] });
    expect(await relay.send("eth_estimateGas", [])).toEqual({ error });
    expect(second.seen).toEqual([]);
  });

  it("returns errors with their revert data, without anything that could reveal the operator's key", async () => {
    const data = `0x08c379a0${"00".repeat(64)}`;
    const node = await startNode({
      status: 400,
      body: {
        id: 1,
        error: {
          code: 3,
          message:
            "execution reverted at https://node.example/v2/secret-key-1234 (secret-key-1234)",
          data,
        },
      },
    });
    const relay = createRpcRelay({ rpcUrls: [`${node.baseUrl}/v2/secret-key-1234`] });
    const outcome = await relay.send("eth_call", []);
    expect(outcome).toMatchObject({ error: { code: 3, data } });
    expect(JSON.stringify(outcome)).not.toMatch(/secret-key|node\.example|127\.0\.0\.1/);
    expect(JSON.stringify(outcome)).toContain("execution reverted");
  });

  it("rejects an answer that is too long without a failover, because other nodes return it as well", async () => {
    const [first, second] = [
      await startNode(answers("x".repeat(RPC_ANSWER_BYTES_MAX)), answers("0x1")),
      await startNode(answers("0x2")),
    ];
    const failures: unknown[] = [];
    const relay = createRpcRelay({
      rpcUrls: [first.baseUrl, second.baseUrl],
      onFailure: (error) => failures.push(error),
    });
    expect(await relay.send("eth_getLogs", [{}])).toMatchObject({ error: { code: -32_005 } });
    expect(await relay.send("eth_call", [])).toEqual({ result: "0x1" });
    expect(failures).toEqual([]);
    expect(second.seen).toEqual([]);
  });

  it("limits the answers to a request together, also of concurrent calls, and counts all bytes", async () => {
    const node = await startNode(answers("x".repeat(RPC_ANSWER_BYTES_MAX / 2 - 100)));
    const relay = createRpcRelay({ rpcUrls: [node.baseUrl] });
    const allowance = { left: RPC_ANSWER_BYTES_MAX, read: 0 };
    const send = () => relay.send("eth_getLogs", [{}], allowance);
    const outcomes = await Promise.all([send(), send(), send()]);
    outcomes.push(await send());
    expect(outcomes.filter((outcome) => "result" in outcome)).toHaveLength(2);
    expect(allowance.read).toBeGreaterThan(RPC_ANSWER_BYTES_MAX);
    const small = await startNode(answers("0x1"));
    const sent = createRpcRelay({ rpcUrls: [small.baseUrl] });
    expect(await sent.send("eth_sendRawTransaction", [], allowance)).toEqual({ result: "0x1" });
  });
});
