import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { inject } from "vitest";
import { z } from "zod";
import { newCaller } from "./new-caller";

const toolResult = z.object({
  isError: z.boolean().default(false),
  content: z.array(z.object({ type: z.literal("text"), text: z.string() })).length(1),
  structuredContent: z
    .object({
      notice: z.string().optional(),
      data: z.record(z.string(), z.unknown()),
      next: z.string().optional(),
    })
    .optional(),
});

/** The result of a tool: `data` of a success, `text` of both. */
export type ToolAnswer = {
  isError: boolean;
  text: string;
  notice: string | undefined;
  data: Record<string, unknown>;
};

/** Calls a tool; the client checks the result against the tool's output schema. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolAnswer> {
  const { isError, content, structuredContent } = toolResult.parse(
    await client.callTool({ name, arguments: args }),
  );
  const text = content[0]?.text ?? "";
  return { isError, text, notice: structuredContent?.notice, data: structuredContent?.data ?? {} };
}

/** The official client on `/mcp` of the running launchpad. */
export async function connectMcp(
  options: { caller?: string; headers?: Record<string, string> } = {},
): Promise<Client> {
  const { caller = newCaller(), headers = {} } = options;
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", inject("baseUrl")), {
    requestInit: { headers: { "x-forwarded-for": caller, ...headers } },
  });
  await client.connect(transport);
  // Output schemas are checked from here on.
  await client.listTools();
  return client;
}
