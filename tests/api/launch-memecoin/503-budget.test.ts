import { describe, expect, it } from "vitest";
import { z } from "zod";
import { health } from "@/lib/features/system/schema";
import { launchBody } from "../../setup/api/launch-body";
import { readMetrics } from "../../setup/api/read-metrics";
import { startStack } from "../../setup/stack/start-stack";

const failure = z.strictObject({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.literal("budget_exhausted"),
});

describe("POST launch-memecoin: 503 when the gas budget is exhausted", () => {
  it("queues no job, returns Retry-After, and reports the state in /healthz and the metrics", async () => {
    const stack = await startStack({ GAS_BUDGET_WEI_PER_HOUR: "1000" });
    try {
      const answer = await fetch(`${stack.baseUrl}/api/v1/base-sepolia/launch-memecoin`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(launchBody()),
      });
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("retry-after"))).toBe(3_600);
      const { error } = failure.parse(await answer.json());
      expect(error).toContain("The gas budget for Base Sepolia is used up");
      const ready = await fetch(`${stack.baseUrl}/healthz`);
      const { budgets, queue } = health.parse(await ready.json());
      expect(queue.map(({ waiting, active }) => waiting + active)).toEqual([0, 0, 0]);
      const own = budgets.find(({ chain }) => chain === "base-sepolia");
      expect(own?.hour).toEqual({ spentWei: "0", limitWei: "1000" });
      const metrics = await (await readMetrics(stack.baseUrl)).text();
      expect(metrics).toContain('slipway_gas_budget_wei{chain="base-sepolia",window="hour"} 1000');
    } finally {
      await stack.stop();
    }
  }, 120_000);
});
