import { describe, expect, inject, it } from "vitest";
import { request } from "../../setup/api/api";

describe("GET /openapi", () => {
  it.each(["data", "launch"])(
    "%s.json: is served to any origin, with this service's address",
    async (name) => {
      const { status, headers, body } = await request(`/openapi/${name}.json`);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toContain("application/json");
      expect(headers.get("access-control-allow-origin")).toBe("*");
      const { port } = new URL(inject("baseUrl"));
      expect(body).toMatchObject({ servers: [{ url: expect.stringContaining(port) }] });
    },
  );

  it("postman.json: is a collection for this service", async () => {
    const { status, headers, body } = await request("/openapi/postman.json");
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const { port } = new URL(inject("baseUrl"));
    expect(body).toMatchObject({
      info: { schema: expect.stringContaining("v2.1.0") },
      variable: expect.arrayContaining([
        { key: "baseUrl", value: expect.stringContaining(port), type: "string" },
      ]),
    });
  });
});
