import { expect, it } from "vitest";
import { request } from "../../setup/api/api";

const NOBODY = `0x${"12".repeat(20)}`;

it("GET tokens/{unknown address}: 404", async () => {
  const { status, headers, body } = await request(`/v1/base-sepolia/tokens/${NOBODY}`);
  expect(status).toBe(404);
  expect(headers.get("content-type")).toContain("application/problem+json");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toMatchObject({ status: 404, code: "token_not_found", title: "Token not found" });
});
