import { request as send } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, inject, it } from "vitest";

/** Sends any Host header and request target, which `fetch` does not allow. */
async function ask(options: { method?: string; path?: string; host?: string; body?: string }) {
  const { hostname, port, host: own } = new URL(inject("baseUrl"));
  const { method = "GET", path = "/", host = own, body } = options;
  return new Promise<{ status: number; location: string | undefined; text: string }>(
    (resolve, reject) => {
      const request = send(
        { hostname, port, method, path, headers: { host, "content-type": "application/json" } },
        (response) => {
          const { statusCode: status = 0, headers } = response;
          text(response).then(
            (body) => resolve({ status, location: headers.location, text: body }),
            reject,
          );
        },
      );
      request.once("error", reject);
      request.end(body);
    },
  );
}

describe("DNS rebinding and forged Host headers", () => {
  it.each([
    "/",
    "/outbox",
    "/metrics",
    "/livez",
    "/mcp",
    "/v1/base-sepolia/tokens",
    "/api/auth/session",
  ])("returns 421 for %s", async (path) => {
    const answer = await ask({ path, host: "attacker.example" });
    expect(answer.status).toBe(421);
    expect(JSON.parse(answer.text)).toMatchObject({
      success: false,
      code: "misdirected_request",
    });
  });

  it.each(["/launch", "/launch/", "/docs/", "//attacker.example/", "/account/../launch/"])(
    "does not redirect to a foreign host for the absolute form of %s",
    async (path) => {
      expect((await ask({ path: `http://attacker.example${path}` })).status).toBe(421);
      const { hostname, port } = new URL(inject("baseUrl"));
      const { location } = await ask({ path: `http://${hostname}:${port}${path}` });
      expect(location ?? "/").toMatch(/^\/(?!\/)/);
    },
  );

  it("accepts requests to the addresses of this server", async () => {
    const { port } = new URL(inject("baseUrl"));
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, "192.0.2.1"]) {
      expect((await ask({ path: "/livez", host })).status).toBe(200);
    }
  });

  it("returns no server error for OPTIONS *", async () => {
    expect((await ask({ method: "OPTIONS", path: "*" })).status).toBe(204);
    expect((await ask({ method: "GET", path: "*" })).status).toBe(404);
  });
});

describe("function registration at the job engine", () => {
  it("rejects unsigned requests, so no forged host is registered", async () => {
    const { port } = new URL(inject("baseUrl"));
    const forged = await ask({ method: "PUT", path: "/api/inngest", host: "198.51.100.66:9" });
    expect(forged.status).toBe(401);
    const named = await ask({ method: "PUT", path: "/api/inngest", host: "attacker.example" });
    expect(named.status).toBe(421);
    const body = JSON.stringify({ url: `http://198.51.100.66:9/api/inngest` });
    const local = `127.0.0.1:${port}`;
    const inBand = await ask({ method: "PUT", path: "/api/inngest", host: local, body });
    expect(inBand.status).toBe(401);
  });
});
