import { describe, expect, it } from "vitest";
import { launchPrepared } from "@/lib/features/launch/schema/prepare";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";

const LAUNCH = "/api/v1/base-sepolia/launch-memecoin";
const PREPARE = "/api/v1/base-sepolia/prepare-launch";
const ADA = "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c";
const body = (changes: Record<string, unknown> = {}) =>
  launchBody({ creatorEmail: undefined, from: ADA, ...changes });

describe("POST prepare-launch", () => {
  it("returns 200 with calls, and the job waits for the wallet", async () => {
    const { status, body: answer } = await request(PREPARE, { body: body() });
    expect(status).toBe(200);
    const prepared = launchPrepared.parse(answer);
    expect(prepared.sendCalls).toMatchObject({ from: ADA, version: "2.0.0" });
    const found = await request(`/api/v1/launch-status/${prepared.jobId}`);
    expect(found).toMatchObject({
      status: 200,
      body: { state: "waiting", permit: { from: ADA, expiresAt: prepared.expiresAt } },
    });
  });

  it.each([
    ["no sender", { from: undefined }, "from"],
    ["the zero address", { from: `0x${"00".repeat(20)}` }, "from"],
    ["a negative first buy", { firstBuyWei: -1 }, "firstBuyWei"],
    ["a first buy in ETH", { firstBuyWei: "0.1" }, "firstBuyWei"],
    ["a first buy above the limit", { firstBuyWei: "9".repeat(24) }, "firstBuyWei"],
    ["a slippage above 50%", { slippageBps: 5_001 }, "slippageBps"],
    ["a symbol of 40 letters", { symbol: "A".repeat(40) }, "symbol"],
  ])("returns 400 for %s", async (_, changes, path) => {
    const answer = await request(PREPARE, { body: body(changes) });
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, details: [expect.objectContaining({ path })] },
    });
  });

  it.each([
    [PREPARE, LAUNCH],
    [LAUNCH, PREPARE],
  ])("returns 409 for a key that %s used, at %s", async (first, second) => {
    const caller = newCaller();
    const headers = { "idempotency-key": `both-${caller}` };
    const made = await request(first, { body: body(), headers, caller });
    expect(made.status).toBe(200);
    const refused = await request(second, { body: body(), headers, caller });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "launch_conflict", jobId: Object(made.body).jobId },
    });
  });

  it("returns 422 for a key that was used with another wallet", async () => {
    const caller = newCaller();
    const headers = { "idempotency-key": `other-${caller}` };
    expect((await request(PREPARE, { body: body(), headers, caller })).status).toBe(200);
    const changed = body({ from: "0xe9e63302cBf8b1569aDFfF19fdfd5D64a8E7D461" });
    const second = await request(PREPARE, { body: changed, headers, caller });
    expect(second).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });
});
