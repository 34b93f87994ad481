import { expect, it } from "vitest";
import { request } from "../../setup/api/api";

const NOBODY = `0x${"12".repeat(20)}`;

it("GET holders: 404 for an unknown token", async () => {
  const { status, body } = await request(`/v1/base-sepolia/tokens/${NOBODY}/holders`);
  expect(status).toBe(404);
  expect(body).toMatchObject({ code: "token_not_found" });
});
