import { expect, it } from "vitest";
import { request } from "../../setup/api/api";

const NOBODY = `0x${"12".repeat(20)}`;

it("GET holders: 400 for an invalid page", async () => {
  for (const query of ["limit=101", "limit=0", "offset=-1"]) {
    const { status } = await request(`/v1/base-sepolia/tokens/${NOBODY}/holders?${query}`);
    expect(status, query).toBe(400);
  }
});
