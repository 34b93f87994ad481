import { describe, expect, it } from "vitest";
import { request } from "../../setup/api/api";

describe.each(["tokens", "tokens/new"])("GET %s: 400", (list) => {
  it.each([
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=1.5",
    "limit=1e1",
    "limit=",
    "limit=1&limit=2",
    "offset=-1",
    "offset=x",
    "manager=0x12",
    "ownerAddress=ada@example.com",
    `ownerAddress=0x${"g".repeat(40)}`,
  ])("rejects ?%s and names the parameter", async (query) => {
    const { status, headers, body } = await request(`/v1/base-sepolia/${list}?${query}`);
    expect(status).toBe(400);
    expect(headers.get("content-type")).toContain("application/problem+json");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toMatchObject({
      status: 400,
      code: "invalid_parameters",
      errors: [{ path: query.split("=")[0] }],
    });
  });

  it.each(["8453", "mainnet", "Base", "BASE-SEPOLIA", "base%20", "robinhood", "__proto__"])(
    "rejects the chain %s",
    async (chain) => {
      const { status, body } = await request(`/v1/${chain}/${list}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "invalid_parameters", errors: [{ path: "chain" }] });
    },
  );
});
