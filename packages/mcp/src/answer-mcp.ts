import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { createMcpServer } from "./create-mcp-server";
import type { ToolContext } from "./tool";

/**
 * Answers one message of the streamable HTTP transport. Stateless: no session is created, so any
 * server can answer any request.
 * @param options.name name of the server
 * @param options.message the parsed body
 */
export async function answerMcp(options: {
  ctx: ToolContext;
  name: string;
  headers: Headers;
  message: unknown;
  onError(error: unknown, tool: string): void;
}): Promise<Response> {
  const { ctx, name, headers, message, onError } = options;
  const server = createMcpServer(ctx, { name, onError });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const request = new Request(new URL("/mcp", ctx.baseUrl), { method: "POST", headers });
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
