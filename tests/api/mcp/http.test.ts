import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

const ACCEPT = { accept: "application/json, text/event-stream" };
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("POST /mcp", () => {
  it("answers a request without a session as JSON that any page may read", async () => {
    const { status, headers, body } = await request("/mcp", { body: LIST, headers: ACCEPT });
    expect({ status, body }).toMatchObject({ status: 200, body: { jsonrpc: "2.0", id: 1 } });
    expect(headers.get("content-type")).toContain("application/json");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("mcp-session-id")).toBeNull();
  });

  it("accepts notifications with 202", async () => {
    const body = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect((await request("/mcp", { body, headers: ACCEPT })).status).toBe(202);
  });

  it.each(["GET", "DELETE", "PUT"])(
    "offers no stream and no session: 405 for %s",
    async (method) => {
      const { status, headers } = await request("/mcp", { method, headers: ACCEPT });
      expect(status).toBe(405);
      expect(headers.get("allow")).toBe("POST, OPTIONS");
    },
  );

  it("allows the headers of the protocol from other origins", async () => {
    const { status, headers } = await request("/mcp", { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-headers")).toContain("Mcp-Protocol-Version");
  });

  it.each([
    ["a batch", [LIST], ACCEPT, 400],
    ["no message", { hello: 1 }, ACCEPT, 400],
    ["no accept header", LIST, {}, 406],
    ["an unknown protocol", LIST, { ...ACCEPT, "mcp-protocol-version": "1999-01-01" }, 400],
  ])("refuses %s", async (_, body, headers, status) => {
    expect((await request("/mcp", { body, headers })).status).toBe(status);
  });

  it("refuses other media types and a body over the limit", async () => {
    const text = { ...ACCEPT, "content-type": "text/plain" };
    expect((await request("/mcp", { rawBody: "{}", headers: text })).status).toBe(415);
    const rawBody = `{"a":"${"x".repeat(15 * 1024 * 1024)}"}`;
    expect((await request("/mcp", { rawBody, headers: ACCEPT })).status).toBe(413);
  });
});
