import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { TOOLS } from "@slipway-launchpad/mcp";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { z } from "zod";
import { agentConfig } from "@/components/docs/samples/agent-samples";
import { createDocsProject, type DocsProject } from "../../setup/docs-project";

const remote = z.strictObject({ type: z.literal("http"), url: z.url() });
const local = z.strictObject({ command: z.string(), args: z.array(z.string()) });

let project: DocsProject;
beforeAll(async () => {
  project = await createDocsProject(inject("baseUrl"));
});
afterAll(() => project.remove());

async function listTools(client: Client): Promise<string[]> {
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}
const names = TOOLS.map(({ name }) => name);

it.each([
  ["http", z.object({ mcpServers: z.object({ launchpad: remote }) })],
  ["vscode", z.object({ servers: z.object({ launchpad: remote }) })],
] as const)("the configuration %s of the guide connects", async (name, schema) => {
  const config = schema.parse(JSON.parse(agentConfig(name, inject("baseUrl"))));
  const { launchpad } = "servers" in config ? config.servers : config.mcpServers;
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(launchpad.url)));
  expect(await listTools(client)).toEqual(names);
});

it("the configuration stdio of the guide connects, without a registry or an installed package", async () => {
  const { mcpServers } = z
    .object({ mcpServers: z.object({ launchpad: local }) })
    .parse(JSON.parse(agentConfig("stdio", inject("baseUrl"))));
  const client = new Client({ name: "test", version: "1.0.0" });
  const { command, args } = mcpServers.launchpad;
  const transport = new StdioClientTransport({
    command,
    args,
    cwd: project.folder,
    env: project.variables(),
    stderr: "ignore",
  });
  await client.connect(transport);
  expect(await listTools(client)).toEqual(names);
});
