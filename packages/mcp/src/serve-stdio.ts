import { createHmac, randomBytes } from "node:crypto";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { callWithRetries } from "@slipway-launchpad/client";
import { createConfirmations } from "./confirmations";
import { createMcpServer } from "./create-mcp-server";

/** A larger message ends the connection: the service accepts no image of that size. */
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Serves the protocol on stdin and stdout until stdin ends. Requests go to the launchpad over HTTP,
 * so its limits are those of this machine's address.
 * @param options.baseUrl origin of the launchpad
 */
export async function serveStdio(options: {
  baseUrl: string;
  complain(text: string): void;
}): Promise<void> {
  const { baseUrl, complain } = options;
  // Tokens are valid while this process runs.
  const key = randomBytes(32);
  const confirmations = createConfirmations({
    sign: (text) => createHmac("sha256", key).update(text).digest("base64url"),
    now: Date.now,
  });
  const server = createMcpServer(
    { call: callWithRetries, baseUrl, fetch, confirmations },
    { name: "slipway", onError: (error, tool) => complain(`${tool}: ${String(error)}`) },
  );
  server.onerror = (error) => complain(error.message);
  const { stdin, stdout } = process;
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    server.onclose = resolve;
  });
  await server.connect(
    new StdioServerTransport(stdin, stdout, { maxBufferSize: MESSAGE_BYTES_MAX }),
  );
  await ended;
  await server.close();
}
