import { expect, it } from "vitest";
import { CALLBACKS } from "@/lib/endpoints/callbacks";
import { openPipeline } from "../../support/open-pipeline";

const baseUrl = openPipeline({ endpoints: CALLBACKS });

it.each(["{", "not JSON", '"\xff'])(
  "rejects a call that poses as the job engine with the body %j",
  async (text) => {
    const signature = `t=${Math.floor(Date.now() / 1_000)}&s=${"a".repeat(64)}`;
    const refused = await fetch(`${baseUrl()}/api/inngest?fnId=x&stepId=step`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-inngest-signature": signature },
      body: Buffer.from(text, "latin1"),
    });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("not valid JSON");
  },
);

it("remembers the addresses that sign for each service separately", () => {
  const known = CALLBACKS.flatMap(({ isKnown }) => isKnown ?? []);
  expect(new Set(known).size).toBe(2);
});
