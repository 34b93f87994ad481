import { readFile } from "node:fs/promises";
import { callWithRetries } from "@slipway-launchpad/client";
import { afterEach, expect, it } from "vitest";
import { launchMemecoin } from "@/lib/features/launch/operations";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";

const stops: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** How many requests a launch sends that always gets this response. */
async function requestsOf(answer: ScriptedAnswer): Promise<number> {
  const { baseUrl, seen, stop } = await startScriptedServer([answer]);
  stops.push(stop);
  const body = { name: "A", symbol: "A", imageIpfs: "Qm", creatorEmail: "ada@example.com" };
  const input = { params: { chain: "base" }, body } as const;
  await expect(callWithRetries(launchMemecoin, input, { baseUrl })).rejects.toMatchObject({
    retryable: true,
  });
  return seen.length;
}

it("says in the guide what is not retried, as the client does", async () => {
  expect(await requestsOf({ status: 429, body: { success: false, error: "Limited" } })).toBe(1);
  const later = { status: 503, headers: { "retry-after": "60" } };
  expect(await requestsOf({ ...later, body: { success: false, error: "Blocked" } })).toBe(1);
  const page = await readFile("app/docs/(guide)/errors/page.tsx", "utf8");
  const text = page.replaceAll(/<[^>]+>|\{" "\}/g, "").replaceAll(/\s+/g, " ");
  expect(text).toContain(
    "retried reads and requests with an Idempotency-Key after network errors, 502 and 503, unless " +
      "the service asks to wait more than 10 seconds. It has not retried anything after 429 or another status",
  );
});
