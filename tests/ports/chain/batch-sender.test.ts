import { RpcRequestError } from "viem";
import { describe, expect, it } from "vitest";
import { BatchShapeError, createBatchSender } from "@/lib/drivers/chain/create-batch-sender";
import { startScriptedServer } from "../../setup/servers/scripted-server";

const METHOD = "eth_getTransactionByHash";
const CALLS = [["0x01"], ["0x02"], ["0x03"]];
const result = (id: number) => ({ jsonrpc: "2.0", id, result: `result ${id}` });

/** Sends the calls to a node that returns this body. */
async function send(body: unknown): Promise<unknown[]> {
  const headers = { "content-type": "application/json" };
  const node = await startScriptedServer([{ body, headers }]);
  try {
    return await createBatchSender(node.baseUrl, { timeoutMs: 5_000, responseBytesMax: 1_000_000 })(
      METHOD,
      CALLS,
    );
  } finally {
    await node.stop();
  }
}

describe("a batch of calls", () => {
  it("returns the results in the order of the calls, whatever the node's order is", async () => {
    const results = await send([result(2), result(0), result(1)]);
    expect(results).toEqual(["result 0", "result 1", "result 2"]);
  });

  it("fails with the error of a call", async () => {
    const error = { code: -32_005, message: "batch too large" };
    const sent = send([result(0), { jsonrpc: "2.0", id: 1, error }, result(2)]);
    await expect(sent).rejects.toThrow(RpcRequestError);
    await expect(sent).rejects.toMatchObject({ code: error.code, details: error.message });
  });

  it.each([
    ["one object", { jsonrpc: "2.0", id: null, error: { code: -32_600, message: "no batches" } }],
    ["too few responses", [result(0), result(2)]],
    ["two responses to one call", [result(0), result(2), result(2)]],
    ["something else", [result(0), result(1), "result 2"]],
  ])("is refused by a node that returns %s", async (_, body) => {
    await expect(send(body)).rejects.toThrow(BatchShapeError);
  });
});
