import { describe, expect, it } from "vitest";
import { describeChain, describeService } from "@/components/status/describe-status";
import { HEALTH_EXAMPLES } from "@/lib/features/system/examples";
import { health } from "@/lib/features/system/schema";

const NOW = 1_700_000_000;
const example = health.parse(HEALTH_EXAMPLES.response);
const answer = {
  ...example,
  capabilities: example.capabilities.map((one) => ({ ...one, state: "ok" as const })),
};
const progress = {
  chain: "base" as const,
  head: 100,
  indexed: 100,
  lag: 0,
  eventsPerSecond: 0,
  updatedAt: NOW,
};
const fine = describeChain({ answers: true, progress }, NOW);

describe("status summary", () => {
  it.each([
    ["a chain that is indexed", { answers: true, progress }, "ok"],
    ["a node that does not answer", { answers: false, progress }, "down"],
    ["a chain before its first look", { answers: true, progress: undefined }, "slow"],
    [
      "an indexer that stopped",
      { answers: true, progress: { ...progress, updatedAt: NOW - 60 } },
      "down",
    ],
    [
      "one that catches up",
      { answers: true, progress: { ...progress, indexed: 10, lag: 90 } },
      "slow",
    ],
  ])("describes %s", (_, reading, tone) => {
    expect(describeChain(reading, NOW).tone).toBe(tone);
  });

  it("reports the most severe problem", () => {
    const down = describeChain({ answers: false, progress }, NOW);
    const title = (parts: Partial<typeof answer.parts>, chains = [fine, fine]) =>
      describeService({ ...answer, parts: { ...answer.parts, ...parts } }, chains).title;
    expect(title({})).toBe("All systems operational");
    expect(title({ engine: null })).toBe("All systems operational");
    expect(title({ database: false, engine: false }, [down])).toBe("Database unavailable");
    expect(title({ limiter: false })).toBe("Launches and uploads are paused");
    expect(title({ engine: false })).toBe("Launches delayed");
    expect(title({}, [down, fine])).toBe("Partial outage");
    expect(title({}, [down, down])).toBe("No chain is up to date");
  });

  it("reports a degraded capability while everything responds", () => {
    const capabilities = answer.capabilities.map((one) =>
      one.capability === "launches"
        ? { ...one, state: "degraded" as const, reason: "Base has not mined.", since: NOW }
        : one,
    );
    expect(describeService({ ...answer, capabilities }, [fine])).toMatchObject({
      tone: "down",
      title: "Partial outage",
    });
  });
});
