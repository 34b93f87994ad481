import { describe, expect, it } from "vitest";
import { MCP } from "@/lib/endpoints/mcp";
import { openPipeline } from "../support/open-pipeline";

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const publicUrl = openPipeline({
  variables: { PUBLIC_URL: "https://launch.example.com", ALLOWED_HOSTS: "127.0.0.1" },
  endpoints: MCP,
});
const localUrl = openPipeline({ endpoints: MCP });

async function statusFrom(baseUrl: string, origin: string): Promise<number> {
  const accept = "application/json, text/event-stream";
  const headers = { "content-type": "application/json", accept, origin };
  return (await fetch(`${baseUrl}/mcp`, { method: "POST", headers, body: LIST })).status;
}

describe("the MCP server", () => {
  it.each(["null", "https://tools.example", "chrome-extension://abc", "not a URL"])(
    "of a public launchpad is open to pages with the origin %s",
    async (origin) => {
      expect(await statusFrom(publicUrl(), origin)).toBe(200);
    },
  );

  it.each(["null", "https://tools.example", "chrome-extension://abc", "not a URL"])(
    "of a local launchpad refuses pages with the origin %s",
    async (origin) => {
      expect(await statusFrom(localUrl(), origin)).toBe(403);
    },
  );
});
