import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RpcConnection } from "@/sandbox/chain/rpc-connection";
import { callApp } from "@/sandbox/engine/http/call-app";
import { answers } from "@/sandbox/parts/start-child";
import { listen } from "../../setup/servers/listen";
import { switchProtocols } from "../../setup/servers/start-webhook-receiver";

const server = createServer(switchProtocols);
let port = 0;
beforeAll(async () => {
  ({ port } = await listen(server));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const NO_RESPONSE = "the connection was closed without a response";

describe("a server that switches protocols although nobody asked for it", () => {
  it("fails the calls of the job engine and of the node, and is not ready", async () => {
    const url = new URL(`http://127.0.0.1:${port}/`);
    const call = { url, method: "POST", body: {}, signingKey: "key", timeoutMs: 10_000 } as const;
    expect(await callApp(call)).toEqual({ kind: "interrupted", reason: NO_RESPONSE });
    const node = new RpcConnection("127.0.0.1", port);
    await expect(node.post("{}")).rejects.toThrow(NO_RESPONSE);
    node.close();
    expect(await answers(url.href)).toBe(false);
  });
});
