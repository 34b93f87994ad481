import { describe, expect, inject, it } from "vitest";
import { BURST_MS, CALLER_SHARE } from "@/lib/http/limits/share-work";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { readMetrics } from "../../setup/api/read-metrics";

/** Without this limit, one caller's requests raised the p99 latency of others 17 times. */

const CID = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
const RECIPIENTS = Array.from(
  { length: 100 },
  (_, n) => `0x${(n + 1).toString(16).padStart(40, "0")}`,
);
/** JUMPDEST, PUSH1 0, JUMP: as init code it runs until its gas is used up. */
const ENDLESS_CALL = { data: "0x5b600056", gas: "0xffffffffffff" };

/** Requests by cost: together they exceed the caller's burst time. */
const COUNTED = [
  { operation: "getReadiness", path: "/readyz", costMs: 1, sent: 480 },
  { operation: "getLaunchStatus", path: "/api/v1/launch-status/no-such-job", costMs: 1, sent: 290 },
  { operation: "content", path: `/ipfs/${CID}`, costMs: 1, sent: 480 },
];

/** Operations of which two run at a time per caller. */
const IN_LINE = [
  { operation: "page", path: "/docs/errors", body: undefined },
  {
    operation: "relayRpc",
    path: "/rpc/base-sepolia",
    body: { jsonrpc: "2.0", id: 1, method: "eth_call", params: [ENDLESS_CALL, "latest"] },
  },
  {
    operation: "launchMemecoin",
    path: "/api/v1/base-sepolia/launch-memecoin",
    body: launchBody({ creatorEmail: undefined, dryRun: true, feeSplitRecipients: RECIPIENTS }),
  },
];

/** Requests of an operation that have waited for their caller's share so far. */
async function countPaced(operation: string): Promise<number> {
  const text = await (await readMetrics(inject("baseUrl"))).text();
  const line = text
    .split("\n")
    .find((one) => one.startsWith(`slipway_paced_requests_total{operation="${operation}"}`));
  return Number(line?.split(" ").at(-1) ?? 0);
}

/** Sends the same request many times at once. @returns the statuses, and how many of them waited */
async function sendAtOnce(options: {
  operation: string;
  path: string;
  body?: unknown;
  caller: string;
  times: number;
}) {
  const { operation, path, body, caller, times } = options;
  const pacedBefore = await countPaced(operation);
  const answers = await Promise.all(
    Array.from({ length: times }, () => request(path, { body, caller })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  return { statuses, paced: (await countPaced(operation)) - pacedBefore };
}

describe("one caller who sends the most expensive requests", () => {
  it.each(COUNTED)(
    "gets a fifth of the time for $operation and does not delay others",
    async ({ costMs, sent, ...asked }) => {
      const startedAt = performance.now();
      const his = await sendAtOnce({ ...asked, caller: newCaller(), times: sent });
      const tookMs = performance.now() - startedAt;
      expect(his.statuses.size).toBe(1);
      expect((sent - his.paced) * costMs).toBeLessThanOrEqual(
        BURST_MS + CALLER_SHARE * tookMs + costMs,
      );
      const other = await sendAtOnce({ ...asked, caller: newCaller(), times: 1 });
      expect(other).toEqual({ statuses: his.statuses, paced: 0 });
    },
  );

  it.each(IN_LINE)("runs two of $operation at a time and does not delay others", async (asked) => {
    const his = await sendAtOnce({ ...asked, caller: newCaller(), times: 8 });
    expect(his).toEqual({ statuses: new Set([200]), paced: 6 });
    const other = await sendAtOnce({ ...asked, caller: newCaller(), times: 1 });
    expect(other).toEqual({ statuses: new Set([200]), paced: 0 });
  });
});
