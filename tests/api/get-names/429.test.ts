import { expect, it } from "vitest";
import { LIMITS } from "@/lib/operations/limits";
import { newCaller, request } from "../../setup/api/api";

it("GET /v1/names: 429, after 120 requests of a caller in a minute", async () => {
  const caller = newCaller();
  const path = `/v1/names?addresses=0x${"a1".repeat(20)}`;
  // Fixed windows: of twice the quota, at most half can be in the next one.
  const answers = await Promise.all(
    Array.from({ length: 2 * LIMITS.names.quota + 1 }, () => request(path, { caller })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.body).toMatchObject({ code: "rate_limited" });
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await request(path)).status).toBe(200);
});
