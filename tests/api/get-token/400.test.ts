import { expect, it } from "vitest";
import { request } from "../../setup/api/api";

const NOBODY = `0x${"12".repeat(20)}`;

it.each(["0x12", "12".repeat(20), `${NOBODY}00`, "0xzz", "%00"])(
  "GET tokens/%s: 400",
  async (address) => {
    const { status, body } = await request(`/v1/base-sepolia/tokens/${address}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_parameters", errors: [{ path: "tokenAddress" }] });
  },
);

it.each(["8453", "Base", "robinhood"])("GET %s/tokens/{address}: 400", async (chain) => {
  const { status, body } = await request(`/v1/${chain}/tokens/${NOBODY}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "invalid_parameters", errors: [{ path: "chain" }] });
});
