import { describe, expect, it } from "vitest";
import { launchPrepared } from "@/lib/features/launch/schema/prepare";
import { newCaller, request } from "../setup/api/api";
import { launchBody } from "../setup/api/launch-body";

/** `tests/chain/prepared-launch.test.ts` sends permits to the contracts, whole and forged. */

const LAUNCH = "/api/v1/base-sepolia/launch-memecoin";
const PREPARE = "/api/v1/base-sepolia/prepare-launch";
const ADA = "0x33F66d12eaCcD1d9f8dB0069e84Cf83C90f98c4c";
const body = (changes: Record<string, unknown> = {}) =>
  launchBody({ creatorEmail: undefined, from: ADA, ...changes });

describe("a caller who prepares launches instead of launching", () => {
  it("has one quota for both", async () => {
    const caller = newCaller();
    expect((await request(PREPARE, { body: body(), caller })).status).toBe(200);
    expect((await request(LAUNCH, { body: body(), caller })).status).toBe(200);
    for (const path of [PREPARE, LAUNCH]) {
      const answer = await request(path, { body: body(), caller });
      expect(answer).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    }
  });

  it("gets one launch id for one key, however often it asks", async () => {
    const caller = newCaller();
    const headers = { "idempotency-key": `again-${caller}` };
    const answers = [];
    for (let n = 0; n < 6; n += 1) {
      answers.push(await request(PREPARE, { body: body(), headers, caller }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const prepared = answers.map((answer) => launchPrepared.parse(answer.body));
    expect(new Set(prepared.map(({ jobId }) => jobId)).size).toBe(1);
    expect(new Set(prepared.map(({ expectedAddress }) => expectedAddress)).size).toBe(1);
  });

  it("gets no signature from a dry run", async () => {
    const { status, text } = await request(PREPARE, { body: body({ dryRun: true }) });
    expect(status).toBe(200);
    // A signature has 65 bytes; addresses and hashes are shorter.
    expect(text).not.toMatch(/0x[0-9a-f]{130}/i);
  });
});
